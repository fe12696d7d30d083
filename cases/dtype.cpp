// What each element type is: its size, its precision, its bits.
#include "cases/dtype.hpp"

#include "cases/float_format.hpp"

namespace attest {

int bytes_of(Dtype dtype) {
  return with_format(dtype,
                     [](auto format) { return static_cast<int>(sizeof(typename decltype(format)::Bits)); });
}

double unit_roundoff(Dtype dtype) {
  switch (dtype) {
  case Dtype::f64: return 0x1p-53;
  case Dtype::f16: return 0x1p-11;
  case Dtype::bf16: return 0x1p-8;
  case Dtype::f32: break;
  }
  return 0x1p-24;
}

double lowest(Dtype dtype) {
  switch (dtype) {
  case Dtype::f64: return -0x1.fffffffffffffp1023;
  case Dtype::f16: return -65504;
  case Dtype::bf16: return -0x1.fep127;
  case Dtype::f32: break;
  }
  return -0x1.fffffep127;
}

std::uint64_t to_bits(Dtype dtype, double value) {
  return with_format(dtype, [value](auto format) { return std::uint64_t{format.narrow(value)}; });
}

double from_bits(Dtype dtype, std::uint64_t bits) {
  return with_format(dtype, [bits](auto format) {
    return format.widen(static_cast<typename decltype(format)::Bits>(bits));
  });
}

double round_to(Dtype dtype, double value) {
  return with_format(dtype, [value](auto format) { return format.widen(format.narrow(value)); });
}

void round_all(Dtype dtype, std::span<double> values) {
  with_format(dtype, [values](auto format) {
    for (double& value : values) value = format.widen(format.narrow(value));
  });
}

} // namespace attest
