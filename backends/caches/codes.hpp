// Vectors kept as codes of a few bits, for caches that quantise what they store (CONTRACT section 7).
#pragma once

#include "backends/view.hpp"

#include <cstdint>
#include <vector>

namespace attest::backends {

/// One vector of channels: channel c stands for low + codes[c] * step. A vector that is not finite has no
/// codes of its own and comes back as NaN.
struct CodedVector {
  double low = 0;
  double step = 0;
  std::vector<std::uint8_t> codes = {};
  bool operator==(const CodedVector&) const = default;
};

/// The vector in 2^bits - 1 steps from its least to its greatest number; bits is 2, 4 or 8.
CodedVector coded(const std::vector<double>& vector, int bits);

/// The numbers that the codes stand for, not yet rounded to any element type.
std::vector<double> decoded(const CodedVector&);

/// The channels of one row, head and slot.
std::vector<double> channels_of(const View&, std::int64_t row, std::int64_t head, std::int64_t slot);

} // namespace attest::backends
