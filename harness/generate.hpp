// Random cases: a pure function of seed and index, valid by construction, so that any shard or worker makes
// the same ones.
#pragma once

#include "cases/case.hpp"

#include <cstdint>
#include <optional>

namespace attest::harness {

/// How large random cases are. What one costs depends on its long rows and, since a probe tells as many keys
/// apart in one run as there are channels, on few channels.
struct Sizes {
  int long_percent = 8;           ///< of lengths that are 13 to 70, to cross the edges of tiles
  std::int64_t short_length = 12; ///< the others are 1 to this
  std::int64_t most_steps = 5;
  std::int64_t least_dim = 1; ///< of odd sizes of q, k and v, which are up to 16
  /// Above 0: a third of the rows have up to that many keys (and a few more by later steps), and more cases
  /// have data that is hard on numerics. What the cases are without it does not change.
  std::int64_t longest = 0;
};

/// Case number `index` of this seed, on a random cache kind or on the given one. It passes validate and
/// reference::check; batch is up to 3.
Case random_case(std::uint64_t seed, std::uint64_t index, std::optional<CacheKind> kind = {},
                 const Sizes& = {});

} // namespace attest::harness
