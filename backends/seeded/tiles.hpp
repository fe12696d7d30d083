// Online softmax in tiles, and split-kv: the attend step of kernels that never hold a whole row.
#pragma once

#include "backends/seeded/loops.hpp"

namespace attest::backends {

/// What some slots of a row come to; `sum` and `out` are relative to `top`.
struct Gathered {
  double top = -std::numeric_limits<double>::infinity();
  double sum = 0;
  std::vector<double> out = {}; ///< not yet divided by `sum`
};

/// Both together, rescaled to the larger top.
Gathered merged(const Arithmetic&, const Gathered&, const Gathered&);

struct Tiling {
  std::int64_t queries =
      16; ///< rows of a tile; with the flag, tiles of slots behind its last row are not touched
  std::int64_t keys = 32; ///< slots of a tile
  /// The tiles are shared out over so many parts, whose results are merged at the end; a part may be empty.
  std::int64_t parts = 1;
  /// To the dtype of the case, before the weights meet v.
  bool rounds_weights = true;
  std::function<Gathered(const Arithmetic&, const Gathered&, const Gathered&)> merge = merged;
};

LoopStep tiled(const Tiling&);

/// The profile of such a kernel, with its own tile. It accumulates in f32 whatever the case's dtype, so that
/// a kernel that declares it must leave out f64.
Profile tile_profile(const Tiling&);

} // namespace attest::backends
