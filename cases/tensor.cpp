// Elements in and out of a tensor's bytes.
#include "cases/tensor.hpp"

#include "cases/float_format.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>

namespace attest {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes travel as they lie in memory");

/// BOOL as a format like the floats: one byte, 0 or 1.
struct FormatBoolean {
  using Bits = std::uint8_t;
  static Bits narrow(double value) { return value != 0 ? 1 : 0; }
  static double widen(Bits bits) { return bits != 0 ? 1 : 0; }
};

/// Calls use(format) with the format of the element, so that loops are compiled once per format.
template <class Use> decltype(auto) with_element(Element element, Use&& use) {
  switch (element) {
  case Element::f64: return use(FormatF64{});
  case Element::f16: return use(FormatF16{});
  case Element::bf16: return use(FormatBf16{});
  case Element::boolean: return use(FormatBoolean{});
  case Element::f32: break;
  }
  return use(FormatF32{});
}

template <class Format> double load(Format, const std::byte* bytes, std::size_t i) {
  typename Format::Bits bits;
  std::memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
  return Format::widen(bits);
}

template <class Format> void store(Format, std::byte* bytes, std::size_t i, double value) {
  const typename Format::Bits bits = Format::narrow(value);
  std::memcpy(bytes + i * sizeof bits, &bits, sizeof bits);
}

} // namespace

Element element_of(Dtype dtype) {
  switch (dtype) {
  case Dtype::f64: return Element::f64;
  case Dtype::f16: return Element::f16;
  case Dtype::bf16: return Element::bf16;
  case Dtype::f32: break;
  }
  return Element::f32;
}

int bytes_of(Element element) {
  return with_element(element,
                      [](auto format) { return static_cast<int>(sizeof(typename decltype(format)::Bits)); });
}

std::int64_t count_of(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

Tensor zeros(Element element, std::vector<std::int64_t> shape) {
  const auto size = static_cast<std::size_t>(count_of(shape) * bytes_of(element));
  return {.element = element, .shape = std::move(shape), .bytes = std::vector<std::byte>(size)};
}

double get(const Tensor& tensor, std::int64_t i) {
  return with_element(tensor.element, [&](auto format) {
    return load(format, tensor.bytes.data(), static_cast<std::size_t>(i));
  });
}

void set(Tensor& tensor, std::int64_t i, double value) {
  with_element(tensor.element,
               [&](auto format) { store(format, tensor.bytes.data(), static_cast<std::size_t>(i), value); });
}

std::vector<double> to_doubles(const Tensor& tensor) {
  std::vector<double> values(static_cast<std::size_t>(count_of(tensor.shape)));
  with_element(tensor.element, [&](auto format) {
    const std::byte* bytes = tensor.bytes.data();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = load(format, bytes, i);
  });
  return values;
}

Tensor from_doubles(Element element, std::vector<std::int64_t> shape, const std::vector<double>& values) {
  Tensor tensor = zeros(element, std::move(shape));
  if (static_cast<std::size_t>(count_of(tensor.shape)) != values.size())
    throw std::logic_error("a tensor needs as many values as its shape says");
  with_element(element, [&](auto format) {
    std::byte* bytes = tensor.bytes.data();
    for (std::size_t i = 0; i < values.size(); ++i) store(format, bytes, i, values[i]);
  });
  return tensor;
}

} // namespace attest
