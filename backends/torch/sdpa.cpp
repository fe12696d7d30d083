// at::scaled_dot_product_attention as a user calls it: Torch chooses the backend, on a CPU flash where it can
// and math elsewhere.
#include "backends/registry.hpp"
#include "backends/torch/bridge.hpp"
#include "backends/torch/features.hpp"

#include <ATen/ops/scaled_dot_product_attention.h>
#include <c10/core/InferenceMode.h>

namespace attest::backends {

namespace {

View run(const KernelCall& call) {
  const c10::InferenceMode guard;
  const MaskAndFlag handed = folded_mask(call);
  const bool grouped = call.q.shape[1] != call.k.shape[1];
  return as_view(at::scaled_dot_product_attention(as_torch(call.q), as_torch(call.k), as_torch(call.v),
                                                  handed.mask, 0.0, handed.is_causal, call.scale, grouped));
}

// The profile is flash's although dv, bhds and other calls go to math: math rounds no probability and has the
// better exponential, and its sums over more than 512 keys are made in blocks as well.
const Registered<Kernel> registered{[] {
  return Kernel{.name = "sdpa",
                .features = torch_features({"layout.bhds", "dv", "alibi"}),
                .empty_row = EmptyRow::zero,
                .profile = named_profile("flash"),
                .run = run};
}};

} // namespace

} // namespace attest::backends
