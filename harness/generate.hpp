// Random cases: a pure function of seed and index, valid by construction, so that any shard or worker makes
// the same ones.
#pragma once

#include "cases/case.hpp"

#include <cstdint>
#include <optional>

namespace attest::harness {

/// Case number `index` of this seed, on a random cache kind or on the given one. It passes validate and
/// reference::check; sizes are small (batch up to 3, mostly up to 12 tokens, sometimes up to 70 to cross the
/// edges of tiles). With `longest` above 0 a third of the rows are long, of up to that many keys (and a few
/// more by later steps), and more cases have data that is hard on numerics; what the cases are without it
/// does not change.
Case random_case(std::uint64_t seed, std::uint64_t index, std::optional<CacheKind> kind = {},
                 std::int64_t longest = 0);

} // namespace attest::harness
