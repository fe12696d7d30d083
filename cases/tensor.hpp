// A tensor as it travels: contiguous, row-major, little-endian bytes.
#pragma once

#include "cases/dtype.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace attest {

/// Element types of the protocol.
enum class Element { f32, f64, f16, bf16, boolean };

Element element_of(Dtype);
int bytes_of(Element);

struct Tensor {
  Element element = Element::f32;
  std::vector<std::int64_t> shape = {};
  std::vector<std::byte> bytes = {}; ///< count(shape) * bytes_of(element)
  bool operator==(const Tensor&) const = default;
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
  bool operator==(const NamedTensor&) const = default;
};

/// Product of the shape; 1 for a scalar.
std::int64_t count_of(const std::vector<std::int64_t>& shape);

/// A tensor of zeros.
Tensor zeros(Element, std::vector<std::int64_t> shape);

/// Element i in row-major order as a double (boolean: 0 or 1), and its inverse (rounded once).
double get(const Tensor&, std::int64_t i);
void set(Tensor&, std::int64_t i, double value);

/// All elements as doubles, and a tensor of those rounded once.
std::vector<double> to_doubles(const Tensor&);
Tensor from_doubles(Element, std::vector<std::int64_t> shape, const std::vector<double>&);

} // namespace attest
