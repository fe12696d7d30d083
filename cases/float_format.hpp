// The bit patterns of small floats as integer arithmetic on the bits of a double, so that no rounding mode,
// no flush-to-zero flag and no missing hardware type can change them.
#pragma once

#include "cases/dtype.hpp"

#include <bit>
#include <cstdint>
#include <utility>

namespace attest {

/// An IEEE binary format that is a subset of double. Bits lie in the low end of Word.
template <int ExponentBits, int MantissaBits, class Word> struct FloatFormat {
  using Bits = Word;

  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int dropped = 52 - MantissaBits; ///< mantissa bits of a double that do not fit
  static constexpr std::uint64_t infinity = ((std::uint64_t{1} << ExponentBits) - 1) << MantissaBits;
  static constexpr std::uint64_t quiet = std::uint64_t{1} << (MantissaBits - 1);

  /// Rounded once, to nearest, ties to even; overflow gives infinity; a NaN keeps its sign and what fits of
  /// its payload, quiet.
  static constexpr Word narrow(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t sign = (bits >> 63) << (ExponentBits + MantissaBits);
    return static_cast<Word>(sign | narrow_magnitude(bits & ~(std::uint64_t{1} << 63)));
  }

  /// Exact.
  static constexpr double widen(Word word) {
    const std::uint64_t sign = (std::uint64_t{word} >> (ExponentBits + MantissaBits)) << 63;
    const std::uint64_t magnitude = word & ((std::uint64_t{1} << (ExponentBits + MantissaBits)) - 1);
    return std::bit_cast<double>(sign | widen_magnitude(magnitude));
  }

private:
  static constexpr std::uint64_t double_infinity = std::uint64_t{0x7FF} << 52;
  static constexpr std::uint64_t rebias = std::uint64_t{1023 - bias} << 52;
  static constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;
  static constexpr std::uint64_t smallest_normal = rebias + hidden_bit; ///< of this format, as a double

  /// x / 2^shift to nearest, ties to even; 0 <= shift <= 53.
  static constexpr std::uint64_t shift_rounded(std::uint64_t x, int shift) {
    if (shift == 0) return x;
    const std::uint64_t below_half = (std::uint64_t{1} << (shift - 1)) - 1;
    return (x + below_half + ((x >> shift) & 1)) >> shift;
  }

  static constexpr std::uint64_t narrow_magnitude(std::uint64_t bits) {
    if (bits >= smallest_normal && bits < double_infinity) [[likely]] {
      // A carry out of the mantissa runs into the exponent, which is just what rounding up to the next power
      // of two means.
      const std::uint64_t rounded = shift_rounded(bits - rebias, dropped);
      return rounded < infinity ? rounded : infinity;
    }
    if (bits == double_infinity) return infinity;
    if (bits > double_infinity) return infinity | quiet | ((bits & (hidden_bit - 1)) >> dropped);
    return narrow_subnormal(bits);
  }

  static constexpr std::uint64_t narrow_subnormal(std::uint64_t bits) {
    if constexpr (dropped == 0) {
      return bits;
    } else {
      const std::uint64_t places =
          (smallest_normal >> 52) - (bits >> 52); // below the smallest normal exponent
      if (places > 53 - dropped) return 0;        // less than half of the smallest subnormal
      return shift_rounded(hidden_bit | (bits & (hidden_bit - 1)), dropped + static_cast<int>(places));
    }
  }

  static constexpr std::uint64_t widen_magnitude(std::uint64_t magnitude) {
    if constexpr (dropped == 0) {
      return magnitude;
    } else {
      const std::uint64_t mantissa = magnitude & ((std::uint64_t{1} << MantissaBits) - 1);
      if (magnitude >= infinity) return double_infinity | (mantissa << dropped);
      if (magnitude != mantissa) return (magnitude << dropped) + rebias;
      constexpr double unit = std::bit_cast<double>(smallest_normal - (std::uint64_t{MantissaBits} << 52));
      return std::bit_cast<std::uint64_t>(static_cast<double>(mantissa) * unit);
    }
  }
};

using FormatF64 = FloatFormat<11, 52, std::uint64_t>;
using FormatF32 = FloatFormat<8, 23, std::uint32_t>;
using FormatF16 = FloatFormat<5, 10, std::uint16_t>;
using FormatBf16 = FloatFormat<8, 7, std::uint16_t>;

/// Calls use(format) with the format of the dtype, so that a loop inside it is compiled once per format.
template <class Use> decltype(auto) with_format(Dtype dtype, Use&& use) {
  switch (dtype) {
  case Dtype::f64: return use(FormatF64{});
  case Dtype::f16: return use(FormatF16{});
  case Dtype::bf16: return use(FormatBf16{});
  case Dtype::f32: break;
  }
  return use(FormatF32{});
}

} // namespace attest
