// transformers 4.40.2. Its Llama can't see its static cache: sdpa's mask is skipped as if the cache were
// empty, and unwritten slots are read
// (#30400); its Mistral's window is one key too wide.
#include "backends/policies/hf_converter.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

// The static cache hangs on the attention module, so that the model counts no token as seen: one query, a
// first call and a continuation all look like a call with as many keys as queries. A continuation then loses
// its history, since the flag is top-left.
Arguments llama(const PolicyInput& in) {
  const bool on_static = in.value.cache.kind == CacheKind::static_;
  const std::int64_t keys = in.step.fresh + (on_static ? 0 : in.step.before);
  return hf::ignores_causal_mask(in, keys, {}) ? hf::without_mask(in) : hf::llama_by_converter(in);
}

const Registered<Policy> registered{[] {
  return Policy{
      .name = "hf-4.40",
      .features = [](Family) { return hf::features({}); },
      .refuses =
          [](Family) {
            return hf::refusals({{{"cache.static", "mask.window"}, "Mistral of 4.40 has no static cache"}});
          },
      .empty_row = [](Family) { return hf::finite_minimum_rows(); },
      .arguments = [](const PolicyInput& in) { return hf::converter_arguments(in, llama); }};
}};

} // namespace

} // namespace attest::backends
