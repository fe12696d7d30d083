// Additive masks of the releases before 4.53.
#include "backends/policies/hf_converter.hpp"

namespace attest::backends::hf {

bool ignores_causal_mask(const PolicyInput& in, std::int64_t keys, std::optional<std::int64_t> window) {
  if (in.family != Family::sdpa) return false;
  const bool flag_is_enough = in.step.fresh == 1 || keys == in.step.fresh;
  return flag_is_enough && (!window || keys < *window) && Padding(in).all_ones();
}

Arguments without_mask(const PolicyInput& in) { return {.is_causal = in.step.fresh > 1}; }

Arguments with_additive_mask(const PolicyInput& in, const Columns& columns, const Sees& sees) {
  return {.mask = fitted(additive_mask(in, columns, sees), in.width)};
}

Arguments llama_by_converter(const PolicyInput& in) {
  const bool on_static = in.value.cache.kind == CacheKind::static_;
  const Columns columns{.count = on_static ? static_slots(in.value) : in.step.before + in.step.fresh};
  return with_additive_mask(in, columns, predicate_of({Pattern::causal}, Padding(in), false));
}

Arguments mistral_by_converter(const PolicyInput& in, std::int64_t window) {
  const std::int64_t keys = in.step.before + in.step.fresh;
  if (ignores_causal_mask(in, keys, window)) return without_mask(in);
  return with_additive_mask(in, {.count = keys},
                            [window, padding = Padding(in)](auto row, auto query, auto key) {
                              return key <= query && query - key <= window && padding.real(row, key);
                            });
}

Arguments converter_arguments(const PolicyInput& in, Arguments (*llama)(const PolicyInput&)) {
  const Request request = request_of(in.value.mask);
  if (request.pattern == Pattern::causal) return llama(in);
  if (request.pattern == Pattern::sliding) return mistral_by_converter(in, request.size);
  return {.mask = own_additive_mask(in)};
}

} // namespace attest::backends::hf
