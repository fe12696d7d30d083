// Intervals are merged from left to right.
#include "reference/ranges.hpp"

#include <algorithm>

namespace attest::reference {
namespace {

/// Adds a range that starts no earlier than those before it.
void append(Ranges& set, const Range& range) {
  if (range.first >= range.end) return;
  if (!set.empty() && range.first <= set.back().end)
    set.back().end = std::max(set.back().end, range.end);
  else
    set.push_back(range);
}

} // namespace

Ranges clipped(const Range& range, std::int64_t end) {
  Ranges set;
  append(set, {.first = std::max<std::int64_t>(range.first, 0), .end = std::min(range.end, end)});
  return set;
}

Ranges intersection(const Ranges& a, const Ranges& b) {
  Ranges both;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    append(both, {.first = std::max(a[i].first, b[j].first), .end = std::min(a[i].end, b[j].end)});
    if (a[i].end < b[j].end)
      ++i;
    else
      ++j;
  }
  return both;
}

Ranges united(const Ranges& a, const Ranges& b) {
  Ranges either;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool from_a = j == b.size() || (i < a.size() && a[i].first <= b[j].first);
    append(either, from_a ? a[i++] : b[j++]);
  }
  return either;
}

Ranges complement(const Ranges& set, std::int64_t end) {
  Ranges rest;
  std::int64_t next = 0;
  for (const Range& range : set) {
    append(rest, {.first = next, .end = std::min(range.first, end)});
    next = range.end;
  }
  append(rest, {.first = next, .end = end});
  return rest;
}

} // namespace attest::reference
