// Every bit pattern of the small types, the edges between them, and the compiler's own conversion as a
// witness for f32.
#include "cases/dtype.hpp"
#include "cases/testing.hpp"

#include <bit>
#include <cmath>
#include <limits>

using namespace attest;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Dtype all_dtypes[] = {Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16};

std::uint64_t compilers_bits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

/// The double halfway between two neighbours of a small type.
double middle(Dtype dtype, std::uint64_t bits) {
  return (from_bits(dtype, bits) + from_bits(dtype, bits + 1)) / 2;
}

/// Counts the finite patterns below infinity for which nearest, ties to even, does not hold around the middle
/// to the next one.
int wrong_neighbours(Dtype dtype, std::uint64_t infinity_bits) {
  int wrong = 0;
  for (std::uint64_t bits = 0; bits + 1 < infinity_bits; ++bits) {
    const double tie = middle(dtype, bits);
    const std::uint64_t even = bits % 2 == 0 ? bits : bits + 1;
    wrong += to_bits(dtype, tie) != even;
    wrong += to_bits(dtype, std::nextafter(tie, 0)) != bits;
    wrong += to_bits(dtype, std::nextafter(tie, infinity)) != bits + 1;
  }
  return wrong;
}

/// Counts the patterns of 16 bits that do not come back; a signalling NaN comes back quiet.
int wrong_round_trips(Dtype dtype, std::uint64_t infinity_bits, std::uint64_t quiet_bit) {
  int wrong = 0;
  for (std::uint64_t bits = 0; bits <= 0xFFFF; ++bits) {
    const bool is_nan = (bits & 0x7FFF) > infinity_bits;
    wrong += std::isnan(from_bits(dtype, bits)) != is_nan;
    wrong += to_bits(dtype, from_bits(dtype, bits)) != (is_nan ? bits | quiet_bit : bits);
  }
  return wrong;
}

} // namespace

TEST_CASE("element types have the sizes and precisions of the contract") {
  CHECK(bytes_of(Dtype::f32) == 4);
  CHECK(bytes_of(Dtype::f64) == 8);
  CHECK(bytes_of(Dtype::f16) == 2);
  CHECK(bytes_of(Dtype::bf16) == 2);
  for (const Dtype dtype : all_dtypes) {
    const double u = unit_roundoff(dtype);
    CHECK(round_to(dtype, 1 + u) == 1);
    CHECK(round_to(dtype, 1 + 3 * u) == 1 + 4 * u);
    CHECK(std::isfinite(lowest(dtype)));
    CHECK(round_to(dtype, lowest(dtype)) == lowest(dtype));
    CHECK(from_bits(dtype, to_bits(dtype, lowest(dtype)) + 1) == -infinity);
  }
}

TEST_CASE("every pattern of f16 and bf16 comes back") {
  CHECK(wrong_round_trips(Dtype::f16, 0x7C00, 0x0200) == 0);
  CHECK(wrong_round_trips(Dtype::bf16, 0x7F80, 0x0040) == 0);
}

TEST_CASE("between all neighbours of f16 and bf16 the nearest wins, and the even one in a tie") {
  CHECK(wrong_neighbours(Dtype::f16, 0x7C00) == 0);
  CHECK(wrong_neighbours(Dtype::bf16, 0x7F80) == 0);
}

TEST_CASE("known bit patterns") {
  CHECK(to_bits(Dtype::f16, 1) == 0x3C00);
  CHECK(to_bits(Dtype::f16, -2) == 0xC000);
  CHECK(from_bits(Dtype::f16, 0xFBFF) == -65504);
  CHECK(to_bits(Dtype::bf16, 1) == 0x3F80);
  CHECK(to_bits(Dtype::f32, -2) == 0xC0000000);
  CHECK(to_bits(Dtype::f64, 1) == 0x3FF0000000000000);
  CHECK(to_bits(Dtype::f16, -0.0) == 0x8000);
  CHECK(std::signbit(round_to(Dtype::bf16, -0.0)));
}

TEST_CASE("overflow begins half a step above the largest number") {
  CHECK(to_bits(Dtype::f16, std::nextafter(65520.0, 0)) == 0x7BFF);
  CHECK(to_bits(Dtype::f16, 65520) == 0x7C00);
  CHECK(to_bits(Dtype::bf16, std::nextafter(0x1.ffp127, 0)) == 0x7F7F);
  CHECK(to_bits(Dtype::bf16, 0x1.ffp127) == 0x7F80);
  CHECK(to_bits(Dtype::f32, std::nextafter(0x1.ffffffp127, 0)) == 0x7F7FFFFF);
  CHECK(to_bits(Dtype::f32, -0x1.ffffffp127) == 0xFF800000);
  for (const Dtype dtype : {Dtype::f32, Dtype::f16, Dtype::bf16}) {
    CHECK(round_to(dtype, std::numeric_limits<double>::max()) == infinity);
    CHECK(round_to(dtype, -infinity) == -infinity);
  }
}

TEST_CASE("subnormals are kept, and half of the smallest is zero") {
  struct Smallest {
    Dtype dtype;
    double value;
  };
  for (const auto [dtype, value] :
       {Smallest{Dtype::f16, 0x1p-24}, Smallest{Dtype::bf16, 0x1p-133}, Smallest{Dtype::f32, 0x1p-149}}) {
    CHECK(to_bits(dtype, value) == 1);
    CHECK(from_bits(dtype, 1) == value);
    CHECK(to_bits(dtype, value / 2) == 0);
    CHECK(to_bits(dtype, std::nextafter(value / 2, 1)) == 1);
    CHECK(to_bits(dtype, 1.5 * value) == 2);
    CHECK(to_bits(dtype, value / 4) == 0);
    CHECK(to_bits(dtype, std::numeric_limits<double>::denorm_min()) == 0);
  }
  CHECK(round_to(Dtype::f64, std::numeric_limits<double>::denorm_min()) > 0);
}

TEST_CASE("NaN stays NaN and is quiet") {
  const double signalling = std::bit_cast<double>(std::uint64_t{0x7FF0000000000001});
  for (const double nan : {std::numeric_limits<double>::quiet_NaN(), signalling}) {
    CHECK(to_bits(Dtype::f16, nan) == 0x7E00);
    CHECK(to_bits(Dtype::bf16, nan) == 0x7FC0);
    CHECK(to_bits(Dtype::f32, nan) == 0x7FC00000);
    CHECK((to_bits(Dtype::f64, nan) | 1) == 0x7FF8000000000001);
  }
}

TEST_CASE("one rounding is not two") {
  // Just above a tie of bf16: f32 in between would land on the tie and lose the excess.
  const double value = 1 + 0x1p-8 + 0x1p-30;
  CHECK(round_to(Dtype::bf16, value) == 1 + 0x1p-7);
  CHECK(round_to(Dtype::bf16, round_to(Dtype::f32, value)) == 1);
}

TEST_CASE("f32 is what the compiler converts to") {
  testing::property("any bits of a double", [](std::uint64_t bits) {
    const auto value = std::bit_cast<double>(bits);
    if (std::isnan(value))
      RC_ASSERT((to_bits(Dtype::f32, value) & 0x7FC00000) == 0x7FC00000);
    else
      RC_ASSERT(to_bits(Dtype::f32, value) == compilers_bits(value));
  });
  testing::property("doubles in and around the range of f32", [](std::uint64_t mantissa, unsigned exponent) {
    const std::uint64_t biased = 1023 - 160 + exponent % 300;
    const auto value = std::bit_cast<double>((biased << 52) | (mantissa >> 12));
    RC_ASSERT(to_bits(Dtype::f32, value) == compilers_bits(value));
    RC_ASSERT(to_bits(Dtype::f32, -value) == compilers_bits(-value));
  });
}

TEST_CASE("the bulk form rounds each value as the plain one") {
  testing::property("round_all", [](const std::vector<double>& values, std::uint8_t choice) {
    const Dtype dtype = all_dtypes[choice % 4];
    std::vector<double> rounded = values;
    round_all(dtype, rounded);
    for (std::size_t i = 0; i < values.size(); ++i)
      RC_ASSERT(std::bit_cast<std::uint64_t>(rounded[i]) ==
                std::bit_cast<std::uint64_t>(round_to(dtype, values[i])));
  });
}
