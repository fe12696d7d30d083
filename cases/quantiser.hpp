// The quantiser of cache=quantized (CONTRACT section 7): per vector, asymmetric, in double.
#pragma once

#include "cases/dtype.hpp"

#include <span>

namespace attest {

/// Replaces the vector (one row, head and token of k or v) by what the quantiser with 2^bits - 1 steps gives
/// back, rounded to the dtype.
void quantise(std::span<double> vector, int bits, Dtype);

} // namespace attest
