// transformers 4.53.3: masking_utils is new. Chunks ignore left padding (#40214); SlidingWindowCache keeps
// only the last token of a continuation; the keyword is_causal reaches sdpa unchanged while the mask is made
// as if it were not given.
#include "backends/policies/hf_masking_utils.hpp"
#include "backends/registry.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

// Mistral's SlidingWindowCache announces its slots even where a continuation would need more; Llama 4's
// HybridChunkedCache does it right.
hf::Columns columns_of(const PolicyInput& in) {
  const bool window_cache = in.value.cache.kind == CacheKind::static_sliding &&
                            hf::request_of(in.value.mask).pattern != hf::Pattern::chunked;
  if (!window_cache) return hf::layer_columns(in);
  const std::int64_t slots = hf::static_slots(in.value);
  return {.count = std::max(in.step.fresh, slots),
          .first = std::max<std::int64_t>(in.step.before - slots + 1, 0)};
}

Arguments arguments_of(const PolicyInput& in) {
  return hf::masking_utils_arguments(in, {.left_padding = false, .columns = columns_of});
}

const Registered<Policy> registered{[] {
  return Policy{.name = "hf-4.53",
                .features =
                    [](Family) {
                      return hf::features(
                          {"cache.static-sliding", "mask.chunk", "crop", "reset", "flag.true", "flag.false"});
                    },
                .refuses =
                    [](Family) {
                      return hf::refusals(
                          {{{"cache.static", "crop"}, "StaticCache of 4.53 has no crop"},
                           {{"cache.dynamic", "reset"}, "DynamicCache of 4.53 has no reset"}});
                    },
                .empty_row = hf::masking_utils_rows,
                .caches = {"static-sliding-keep-last"},
                .arguments = arguments_of};
}};

} // namespace

} // namespace attest::backends
