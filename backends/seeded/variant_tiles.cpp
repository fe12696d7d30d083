// Right kernels that never hold a whole row: tiles of many sizes, and split-kv.
#include "backends/seeded/around.hpp"
#include "backends/seeded/tiles.hpp"

namespace attest::backends {

namespace {

std::string size_of(const Tiling& tiling) {
  return std::to_string(tiling.queries) + "x" + std::to_string(tiling.keys);
}

/// The profile of so small a tile accumulates in f32, so that f64 is left out.
Backend tiles(const std::string& name, const Tiling& tiling) {
  Kernel kernel = loop_kernel(name, {.attend = tiled(tiling)});
  kernel.profile = tile_profile(tiling);
  return on_exact(kernel, {.lacks = {"dtype.f64"}});
}

Variant flash(const Tiling& tiling) {
  return {.backend = tiles("tiles-of-" + size_of(tiling), tiling),
          .says = "online softmax in tiles of " + size_of(tiling)};
}

Variant split(std::int64_t parts) {
  const std::string number = std::to_string(parts);
  return {.backend = tiles("split-in-" + number, {.keys = 4, .parts = parts, .rounds_weights = false}),
          .says = "keys in " + number + " parts, merged by the logarithms of their sums"};
}

const Seeded<Variant> registered{[] {
  std::vector<Variant> all = {flash({.queries = 1, .keys = 1}), flash({.queries = 4, .keys = 4}),
                              flash({.queries = 16, .keys = 16}), flash({.queries = 64, .keys = 128}),
                              flash({.queries = 7, .keys = 5})};
  for (const std::int64_t parts : {2, 3, 5}) all.push_back(split(parts));
  return all;
}};

} // namespace

} // namespace attest::backends
