// Torch's math backend called directly: the composite of matmul, softmax and matmul that every device has.
#include "backends/registry.hpp"
#include "backends/torch/bridge.hpp"
#include "backends/torch/features.hpp"

#include <ATen/ops/_scaled_dot_product_attention_math.h>
#include <c10/core/InferenceMode.h>

namespace attest::backends {

namespace {

// A BOOL mask would be added as 1 and 0 here; only the public operator converts it. Mask and flag together
// throw, as they do in Torch.
View run(const KernelCall& call) {
  const c10::InferenceMode guard;
  MaskAndFlag handed = folded_mask(call);
  const at::Tensor q = as_torch(call.q);
  if (handed.mask) handed.mask = additive_mask(*handed.mask, q.scalar_type());
  const bool grouped = call.q.shape[1] != call.k.shape[1];
  const auto [out, weights] =
      at::_scaled_dot_product_attention_math(q, as_torch(call.k), as_torch(call.v), handed.mask, 0.0,
                                             handed.is_causal, std::nullopt, call.scale, grouped);
  return as_view(out);
}

const Registered<Kernel> registered{[] {
  return Kernel{.name = "sdpa-math",
                .features = torch_features({"layout.bhds", "dv", "alibi"}),
                .empty_row = EmptyRow::zero,
                .profile = named_profile("math"),
                .run = run};
}};

} // namespace

} // namespace attest::backends
