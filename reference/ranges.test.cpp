// Sets of ranges against sets of single tokens.
#include "reference/ranges.hpp"

#include "cases/testing.hpp"

#include <array>

namespace attest::reference {
namespace {

constexpr std::int64_t size = 16;
using Bits = std::array<bool, size>;

Bits any_bits() {
  Bits bits = {};
  for (bool& bit : bits) bit = *rc::gen::inRange(0, 2) == 1;
  return bits;
}

/// The set in its one normal form.
Ranges set_of(const Bits& bits) {
  Ranges set;
  for (std::int64_t i = 0; i < size; ++i) {
    if (!bits[i]) continue;
    if (i > 0 && bits[i - 1])
      set.back().end = i + 1;
    else
      set.push_back({.first = i, .end = i + 1});
  }
  return set;
}

TEST_CASE("a range is clipped to the tokens there are") {
  CHECK(clipped({.first = -3, .end = 2}, 5) == Ranges{{.first = 0, .end = 2}});
  CHECK(clipped({.first = 3, .end = 9}, 5) == Ranges{{.first = 3, .end = 5}});
  CHECK(clipped({.first = 5, .end = 9}, 5).empty());
  CHECK(clipped({.first = 4, .end = 2}, 5).empty());
  CHECK(clipped({.first = -9, .end = -2}, 5).empty());
}

TEST_CASE("ranges that touch become one") {
  CHECK(united({{.first = 0, .end = 2}}, {{.first = 2, .end = 3}}) == Ranges{{.first = 0, .end = 3}});
  CHECK(complement({{.first = 1, .end = 3}}, 5) == Ranges{{.first = 0, .end = 1}, {.first = 3, .end = 5}});
  CHECK(complement({{.first = 1, .end = 9}}, 5) == Ranges{{.first = 0, .end = 1}});
  CHECK(complement({{.first = 7, .end = 9}}, 5) == Ranges{{.first = 0, .end = 5}});
}

TEST_CASE("sets of ranges are sets") {
  attest::testing::property("intersection, union and complement agree with single tokens", [] {
    const Bits a = any_bits(), b = any_bits();
    Bits both = {}, either = {}, neither = {};
    for (std::int64_t i = 0; i < size; ++i)
      both[i] = a[i] && b[i], either[i] = a[i] || b[i], neither[i] = !a[i];
    RC_ASSERT(intersection(set_of(a), set_of(b)) == set_of(both));
    RC_ASSERT(united(set_of(a), set_of(b)) == set_of(either));
    RC_ASSERT(complement(set_of(a), size) == set_of(neither));
  });
}

} // namespace
} // namespace attest::reference
