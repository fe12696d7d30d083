// transformers 4.41.2. Llama knows its static cache and always makes a mask for it; Mistral's window is one
// key too wide.
#include "backends/policies/hf_converter.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

Arguments llama(const PolicyInput& in) {
  const bool on_static = in.value.cache.kind == CacheKind::static_;
  const std::int64_t keys = in.step.before + in.step.fresh;
  const bool skips = !on_static && hf::ignores_causal_mask(in, keys, {});
  return skips ? hf::without_mask(in) : hf::llama_by_converter(in);
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
                .arguments = [](const PolicyInput& in) { return hf::converter_arguments(in, llama); }};
}};

} // namespace

} // namespace attest::backends
