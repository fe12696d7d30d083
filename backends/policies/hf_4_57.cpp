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
  const std::string windowed =
      "StaticCache of 4.57 makes window layers for a windowed model: cache=static-sliding";
  const std::string reset = "reset of 4.57 fills a growing layer with zeros and keeps it";
  return hf::refusals({{{"cache.static", "mask.window"}, windowed},
                       {{"cache.static", "mask.chunk"}, windowed},
                       {{"cache.static", "crop"}, "StaticCache of 4.57 has no crop"},
                       {{"cache.dynamic", "reset"}, reset},
                       {{"cache.sliding", "reset"}, reset},
                       {{"cache.chunked", "reset"}, reset}});
}

const Registered<Policy> registered{[] {
  return Policy{.name = "hf-4.57",
                .features =
                    [](Family) {
                      return hf::features({"cache.sliding", "cache.chunked", "cache.static-sliding",
                                           "mask.chunk", "crop", "reset", "flag.true", "flag.false"});
                    },
                .refuses = [](Family) { return refusals(); },
                .empty_row =
                    [](Family family) {
                      return family == Family::eager ? hf::finite_minimum_rows()
                                                     : std::map<std::string, EmptyRow>{};
                    },
                .caches = {"sliding-one-keeps-all", "chunked-one-keeps-all"},
                .arguments = arguments_of};
}};

} // namespace

} // namespace attest::backends
