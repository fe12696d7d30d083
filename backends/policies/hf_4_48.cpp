// transformers 4.48.3. The keyword is_causal reaches sdpa unchanged, beside a mask and at decode too, while
// the mask is made as if it were not given; SlidingWindowCache rolls one step too early, and its mask is made
// by slots instead of tokens.
#include "backends/policies/hf_converter.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

// Mistral on SlidingWindowCache: columns are the cache's slots, counted from 0 even when they hold later
// tokens, and so is the padding.
Arguments mistral_on_window_cache(const PolicyInput& in, std::int64_t window) {
  const std::int64_t slots = hf::static_slots(in.value);
  const bool long_prompt = in.step.fresh > slots;
  return hf::with_additive_mask(
      in, {.count = slots}, [=, padding = hf::Padding(in)](auto row, auto query, auto slot) {
        return slot <= query && !(long_prompt && slot <= query - window) && padding.real(row, slot);
      });
}

Arguments made_mask(const PolicyInput& in, const hf::Request& request) {
  const bool windowed = request.pattern == hf::Pattern::sliding;
  if (windowed && in.value.cache.kind == CacheKind::static_sliding)
    return mistral_on_window_cache(in, request.size);
  const std::int64_t keys = in.step.before + in.step.fresh;
  const bool on_static = hf::is_static(in.value);
  const auto window = windowed ? std::optional(request.size) : std::nullopt;
  if (!on_static && hf::ignores_causal_mask(in, keys, window)) return hf::without_mask(in);
  const hf::Columns columns{.count = on_static ? hf::static_slots(in.value) : keys};
  return hf::with_additive_mask(in, columns, hf::predicate_of(request, hf::Padding(in), false));
}

Arguments arguments_of(const PolicyInput& in) {
  const hf::Request request = hf::request_of(in.value.mask);
  Arguments arguments = request.pattern == hf::Pattern::own ? Arguments{.mask = hf::own_additive_mask(in)}
                                                            : made_mask(in, request);
  if (in.family == Family::sdpa && in.value.is_causal) arguments.is_causal = *in.value.is_causal;
  return arguments;
}

const Registered<Policy> registered{[] {
  return Policy{
      .name = "hf-4.48",
      .features =
          [](Family) {
            return hf::features({"cache.static-sliding", "crop", "reset", "flag.true", "flag.false"});
          },
      .refuses =
          [](Family) {
            return hf::refusals({{{"cache.static", "crop"}, "StaticCache of 4.48 has no crop"},
                                 {{"cache.dynamic", "reset"}, "DynamicCache of 4.48 has no reset"}});
          },
      .empty_row = [](Family) { return hf::finite_minimum_rows(); },
      .caches = {"static-sliding-rolled-early"},
      .arguments = arguments_of};
}};

} // namespace

} // namespace attest::backends
