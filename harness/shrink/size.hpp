// How large a case is: the strict order in which shrinking only ever goes down, so that it ends, and ends at
// the same case on every machine.
#pragma once

#include "cases/case.hpp"

#include <compare>
#include <cstdint>
#include <string>

namespace attest::harness {

/// Compared from first to last. Two cases that differ differ in `line`.
struct Size {
  std::int64_t batch = 0;
  std::int64_t heads = 0; ///< query heads and kv heads
  /// Slots returned by the widest call, unwritten ones included, or tokens of the longest sequence if those
  /// are more: a cache that drops tokens makes a case no smaller.
  std::int64_t keys = 0;
  std::int64_t words = 0;    ///< of the line, with the terms of the mask
  std::int64_t tokens = 0;   ///< new tokens of all calls
  std::int64_t entries = 0;  ///< of steps
  std::int64_t channels = 0; ///< dim and value_dim; 8, which needs no word, is the plainest
  std::int64_t detail = 0;   ///< numbers and kinds that a line of as many words can have plainer
  std::string line = "";     ///< shorter first, then as text
  std::strong_ordering operator<=>(const Size&) const;
  bool operator==(const Size&) const = default;
};

/// Of a case that has passed validate and reference::check.
Size size_of(const Case&);

} // namespace attest::harness
