// Random choices by a counter: draw number n is a function of seed, index and n alone, on every platform.
#pragma once

#include "cases/data.hpp"

#include <cstdint>
#include <vector>

namespace attest::harness {

class Draws {
public:
  Draws(std::uint64_t seed, std::uint64_t index) : state_(mix(mix(seed) ^ index)) {}

  /// A whole number in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto count = static_cast<std::uint64_t>(high - low) + 1;
    // The high 32 bits times a small count: no bias worth a loop, and the same everywhere.
    return low + static_cast<std::int64_t>(((next() >> 32) * count) >> 32);
  }

  /// True in `percent` of 100 draws.
  bool chance(int percent) { return between(1, 100) <= percent; }

  /// One of a list that is not empty.
  template <class T> T pick(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(list.size()) - 1))];
  }

private:
  std::uint64_t next() { return mix(state_ ^ counter_++); }

  std::uint64_t state_;
  std::uint64_t counter_ = 0;
};

} // namespace attest::harness
