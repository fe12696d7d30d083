// Torch's CPU flash kernel called directly. It checks nothing: sizes of 0 or fewer query than kv heads divide
// by zero and kill the process, and the last stride of q, k and v is taken for 1; so what it does not take is
// caught here or not declared.
#include "backends/registry.hpp"
#include "backends/torch/bridge.hpp"
#include "backends/torch/features.hpp"

#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu.h>
#include <c10/core/InferenceMode.h>

#include <stdexcept>

namespace attest::backends {

namespace {

bool has_unit_stride(const View& view) { return view.shape[3] <= 1 || view.stride[3] == 1; }

void check(const KernelCall& call) {
  const bool heads_fit =
      call.k.shape[1] > 0 && call.k.shape[1] == call.v.shape[1] && call.q.shape[1] % call.k.shape[1] == 0;
  if (!heads_fit)
    throw std::invalid_argument("CPU flash needs query heads that are a multiple of the kv heads");
  if (call.q.shape[0] != call.k.shape[0] || call.q.shape[0] != call.v.shape[0])
    throw std::invalid_argument("CPU flash needs one batch size");
  if (call.k.shape[2] != call.v.shape[2])
    throw std::invalid_argument("CPU flash needs as many values as keys");
  if (call.q.shape[3] != call.k.shape[3] || call.q.shape[3] != call.v.shape[3])
    throw std::invalid_argument("CPU flash needs one head size for q, k and v");
  if (!has_unit_stride(call.q) || !has_unit_stride(call.k) || !has_unit_stride(call.v))
    throw std::invalid_argument("CPU flash needs contiguous channels");
}

View run(const KernelCall& call) {
  const c10::InferenceMode guard;
  check(call);
  const bool empty =
      call.q.shape[0] * call.q.shape[1] * call.q.shape[2] * call.q.shape[3] * call.k.shape[2] == 0;
  if (empty)
    return make_view(call.q.element, {call.q.shape[0], call.q.shape[1], call.q.shape[2], call.v.shape[3]});
  MaskAndFlag handed = folded_mask(call);
  const at::Tensor q = as_torch(call.q);
  if (handed.mask) handed.mask = additive_mask(*handed.mask, q.scalar_type());
  const auto [out, logsumexp] = at::_scaled_dot_product_flash_attention_for_cpu(
      q, as_torch(call.k), as_torch(call.v), 0.0, handed.is_causal, handed.mask, call.scale);
  return as_view(out);
}

const Registered<Kernel> registered{[] {
  return Kernel{.name = "sdpa-flash",
                .features = torch_features({"alibi"}),
                .empty_row = EmptyRow::zero,
                .profile = named_profile("flash"),
                .run = run};
}};

} // namespace

} // namespace attest::backends
