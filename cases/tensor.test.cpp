// Elements go in and out of a tensor's bytes as their dtype holds them.
#include "cases/tensor.hpp"
#include "cases/testing.hpp"

#include <cmath>
#include <limits>

using namespace attest;

namespace {
constexpr Element all_elements[] = {Element::f32, Element::f64, Element::f16, Element::bf16,
                                    Element::boolean};

std::vector<int> bytes_as_ints(const Tensor& tensor) {
  std::vector<int> numbers;
  for (const std::byte byte : tensor.bytes) numbers.push_back(static_cast<int>(byte));
  return numbers;
}
} // namespace

TEST_CASE("sizes follow from shape and element") {
  CHECK(count_of({}) == 1);
  CHECK(count_of({2, 3, 4}) == 24);
  CHECK(count_of({2, 0, 4}) == 0);
  CHECK(bytes_of(Element::boolean) == 1);
  for (const Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16})
    CHECK(bytes_of(element_of(dtype)) == bytes_of(dtype));
  CHECK(zeros(Element::f16, {2, 3}).bytes.size() == 12);
  CHECK(to_doubles(zeros(Element::f64, {2})) == std::vector<double>{0, 0});
}

TEST_CASE("bytes are little-endian and row-major") {
  CHECK(bytes_as_ints(from_doubles(Element::f32, {2}, {-2, 1})) ==
        std::vector<int>{0, 0, 0, 0xC0, 0, 0, 0x80, 0x3F});
  CHECK(bytes_as_ints(from_doubles(Element::f16, {1}, {-65504})) == std::vector<int>{0xFF, 0xFB});
  CHECK(bytes_as_ints(from_doubles(Element::bf16, {1}, {1})) == std::vector<int>{0x80, 0x3F});
  CHECK(bytes_as_ints(from_doubles(Element::f64, {1}, {1})) ==
        std::vector<int>{0, 0, 0, 0, 0, 0, 0xF0, 0x3F});
  CHECK(bytes_as_ints(from_doubles(Element::boolean, {3}, {0, 1, -7})) == std::vector<int>{0, 1, 1});
}

TEST_CASE("set and get name elements in row-major order") {
  for (const Element element : all_elements) {
    Tensor tensor = zeros(element, {2, 2});
    set(tensor, 2, 1);
    CHECK(get(tensor, 2) == 1);
    CHECK(to_doubles(tensor) == std::vector<double>{0, 0, 1, 0});
    set(tensor, 2, 0);
    CHECK(tensor == zeros(element, {2, 2}));
  }
}

TEST_CASE("values are rounded once; infinities and NaN pass") {
  Tensor tensor = from_doubles(Element::f16, {4}, {65520, -65519, 0x1p-25, std::nan("")});
  CHECK(get(tensor, 0) == std::numeric_limits<double>::infinity());
  CHECK(get(tensor, 1) == -65504);
  CHECK(get(tensor, 2) == 0);
  CHECK(std::isnan(get(tensor, 3)));
}

TEST_CASE("the bulk forms agree with get and set") {
  testing::property("all elements", [](const std::vector<double>& values, std::uint8_t choice) {
    const Element element = all_elements[choice % 5];
    const auto count = static_cast<std::int64_t>(values.size());
    const Tensor bulk = from_doubles(element, {count}, values);
    Tensor one_by_one = zeros(element, {count});
    for (std::int64_t i = 0; i < count; ++i) set(one_by_one, i, values[static_cast<std::size_t>(i)]);
    RC_ASSERT(bulk == one_by_one);
    const std::vector<double> back = to_doubles(bulk);
    for (std::int64_t i = 0; i < count; ++i) RC_ASSERT(back[static_cast<std::size_t>(i)] == get(bulk, i));
    RC_ASSERT(from_doubles(element, {count}, back) == bulk);
  });
}

TEST_CASE("a tensor needs as many values as its shape says") {
  CHECK_THROWS_AS(from_doubles(Element::f32, {2, 2}, {1, 2, 3}), std::logic_error);
}
