// Sets of tokens as ranges, so that a question about a million tokens costs as much as one about ten.
#pragma once

#include <cstdint>
#include <vector>

namespace attest::reference {

/// Half-open range of tokens [first, end).
struct Range {
  std::int64_t first = 0;
  std::int64_t end = 0;
  bool operator==(const Range&) const = default;
};

/// A set of tokens: ranges that are not empty, ascending, disjoint and do not touch. Equal sets have equal
/// values.
using Ranges = std::vector<Range>;

/// The part of `range` inside [0, end), as a set.
Ranges clipped(const Range& range, std::int64_t end);

/// Tokens in both, in either, and in [0, end) but not in `set`.
Ranges intersection(const Ranges& a, const Ranges& b);
Ranges united(const Ranges& a, const Ranges& b);
Ranges complement(const Ranges& set, std::int64_t end);

} // namespace attest::reference
