// transformers 4.41.2. Llama knows its static cache and always makes a mask for it; Mistral's window is one
// key too wide.
#include "backends/policies/hf_converter.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

Arguments llama(const PolicyInput& in) {
  const bool on_static = in.value.cache.kind == CacheKind::static_;
  const std::int64_t keys = in.step.before + in.step.fresh;
  if (!on_static && hf::ignores_causal_mask(in, keys, {})) return hf::without_mask(in);
  const hf::Columns columns{.count = on_static ? hf::static_slots(in.value) : keys};
  return hf::with_additive_mask(in, columns, hf::predicate_of({hf::Pattern::causal}, hf::Padding(in), false));
}

Arguments arguments_of(const PolicyInput& in) {
  const hf::Request request = hf::request_of(in.value.mask);
  if (request.pattern == hf::Pattern::causal) return llama(in);
  if (request.pattern == hf::Pattern::sliding) return hf::mistral_by_converter(in, request.size);
  return {.mask = hf::own_additive_mask(in)};
}

const Registered<Policy> registered{[] {
  return Policy{.name = "hf-4.41",
                .features = [](Family) { return hf::features({"reset"}); },
                .refuses =
                    [](Family) {
                      return hf::refusals(
                          {{{"cache.static", "mask.window"}, "Mistral of 4.41 has no static cache"},
                           {{"cache.dynamic", "reset"}, "DynamicCache of 4.41 has no reset"}});
                    },
                .empty_row = [](Family) { return hf::finite_minimum_rows(); },
                .arguments = arguments_of};
}};

} // namespace

} // namespace attest::backends
