// Element types and their exact bit patterns: a double is rounded once, to nearest, ties to even, subnormals
// kept.
#pragma once

#include <cstdint>
#include <span>

namespace attest {

/// Element type of a case. The order is that of the case language's documentation, not of precision.
enum class Dtype { f32, f64, f16, bf16 };

/// Bytes per element: 4, 8, 2, 2.
int bytes_of(Dtype);

/// Unit round-off u: f64 2^-53, f32 2^-24, f16 2^-11, bf16 2^-8.
double unit_roundoff(Dtype);

/// Lowest finite number: f64 and f32 -max, f16 -65504, bf16 -0x1.fep127.
double lowest(Dtype);

/// The bits (in the low end of the word) of `value` rounded once to the dtype; overflow gives infinity, NaN a
/// quiet NaN.
std::uint64_t to_bits(Dtype, double value);

/// The value of such bits; exact, since every dtype is a subset of double.
double from_bits(Dtype, std::uint64_t bits);

/// from_bits(to_bits(value)).
double round_to(Dtype, double value);

/// round_to of every value, in place; the fast form for many.
void round_all(Dtype, std::span<double> values);

} // namespace attest
