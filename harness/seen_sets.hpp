// The sets of keys that judged rows should read, each once: what the probes of hidden keys ask about, one by
// one.
#pragma once

#include "reference/ranges.hpp"

#include <cstdint>
#include <vector>

namespace attest::harness {

struct Question;
struct Row;

/// Sets hold numbers of fed keys (keys.hpp), so that a row of one step may share the set of a row of another.
struct SeenSets {
  std::vector<reference::Ranges> sets = {}; ///< in order of the first row that should read it
  std::vector<std::vector<std::int64_t>> of_row =
      {}; ///< per step, (batch, queries): the number of the row's set; -1 if it is not judged or sees nothing
};

SeenSets seen_sets(const Question&);

/// The number of the row's set, or -1.
std::int64_t set_of(const Question&, const Row&);

/// At most 8 of the sets outside which a key was fed, evenly spread, first and last included.
std::vector<std::int64_t> spread_sets(const Question&);

/// One entry per fed key: 1 if it is in the set.
std::vector<std::uint8_t> members_of(const Question&, std::int64_t set);

} // namespace attest::harness
