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
  const std::int64_t keys = in.step.before + in.step.fresh;
  if (hf::ignores_causal_mask(in, on_static ? in.step.fresh : keys, {})) return hf::without_mask(in);
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
  return Policy{
      .name = "hf-4.40",
      .features = [](Family) { return hf::features({}); },
      .refuses =
          [](Family) {
            return hf::refusals({{{"cache.static", "mask.window"}, "Mistral of 4.40 has no static cache"}});
          },
      .empty_row = [](Family) { return hf::finite_minimum_rows(); },
      .arguments = arguments_of};
}};

} // namespace

} // namespace attest::backends
