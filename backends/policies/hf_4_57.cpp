// transformers 4.57.6: caches are lists of layers, windows and chunks are right; the keyword is_causal still
// reaches sdpa unchanged while the mask is made as if it were not given.
#include "backends/policies/hf_masking_utils.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

Arguments arguments_of(const PolicyInput& in) {
  return hf::masking_utils_arguments(in, {.left_padding = true, .columns = hf::layer_columns});
}

std::vector<Combination> refusals() {
  auto all = hf::layer_refusals("4.57", {"mask.window", "mask.chunk"});
  all.push_back({{"cache.static", "crop"}, "StaticCache of 4.57 has no crop"});
  for (const char* cache : {"cache.dynamic", "cache.sliding", "cache.chunked"})
    all.push_back({{cache, "reset"}, "reset of 4.57 fills a growing layer with zeros and keeps it"});
  return hf::refusals(all);
}

const Registered<Policy> registered{[] {
  return Policy{.name = "hf-4.57",
                .features = [](Family) { return hf::layer_features({}); },
                .refuses = [](Family) { return refusals(); },
                .empty_row = hf::masking_utils_rows,
                .caches = {"sliding-one-keeps-all", "chunked-one-keeps-all"},
                .arguments = arguments_of};
}};

} // namespace

} // namespace attest::backends
