// Folds mask and flag of a kernel call into one BOOL tensor.
#include "backends/seen.hpp"

namespace attest::backends {

namespace {

double hidden_below(Element element) {
  for (const Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16})
    if (element_of(dtype) == element) return lowest(dtype) / 2;
  return 0.5; // BOOL: false is 0
}

bool attends(const View& mask, const std::array<std::int64_t, 4>& at) {
  const auto within = [&](std::size_t d) { return mask.shape[d] == 1 ? 0 : at[d]; };
  return get(mask, within(0), within(1), at[2], at[3]) > hidden_below(mask.element);
}

} // namespace

Tensor seen_by_kernel(const KernelCall& call) {
  const std::int64_t heads = call.mask ? call.mask->shape[1] : 1;
  View seen = make_view(Element::boolean, {call.q.shape[0], heads, call.q.shape[2], call.k.shape[2]});
  for (std::int64_t b = 0; b < seen.shape[0]; ++b)
    for (std::int64_t h = 0; h < heads; ++h)
      for (std::int64_t i = 0; i < seen.shape[2]; ++i)
        for (std::int64_t j = 0; j < seen.shape[3]; ++j) {
          const bool by_flag = !call.is_causal || j <= i;
          set(seen, b, h, i, j, by_flag && (!call.mask || attends(*call.mask, {b, h, i, j})));
        }
  return tensor_of(seen);
}

} // namespace attest::backends
