// A strided view of a buffer: what a kernel is given, in any memory layout, without any library.
#pragma once

#include "cases/case.hpp"
#include "cases/tensor.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace attest::backends {

/// A 4-D strided view: logical order (batch, heads, tokens, channels) or, for masks, (batch, heads, queries,
/// slots). Strides and offset count elements; a stride of 0 broadcasts. Copies share the buffer.
struct View {
  Element element = Element::f32;
  std::array<std::int64_t, 4> shape = {};
  std::array<std::int64_t, 4> stride = {};
  std::int64_t offset = 0;
  std::shared_ptr<std::vector<std::byte>> buffer = {};
};

/// A new contiguous view filled with zeros.
View make_view(Element, std::array<std::int64_t, 4> shape);

/// A view of a tensor of rank 4, or of lower rank with leading dimensions of size 1; copies the bytes once.
View view_of(const Tensor&);

/// A contiguous tensor with the view's shape and values.
Tensor tensor_of(const View&);

double get(const View&, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d);
void set(View&, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, double value);

/// Tokens (dimension 2) first .. first+count-1; shares the buffer.
View tokens_slice(const View&, std::int64_t first, std::int64_t count);

/// Writes the values of `from` into `to`; both have one shape and element type, else std::invalid_argument.
void copy_values(const View& from, View& to);

/// Writes one value, rounded once, into every element.
void fill(View&, double value);

/// A new contiguous view: the tokens of `first`, then those of `second`.
View joined(const View& first, const View& second);

/// A new contiguous view whose row b holds row rows[b].
View rows_taken(const View&, const std::vector<std::int64_t>& rows);

/// A copy laid out in memory as the case asks: dimensions in the order of the layout, slowest first. sliced:
/// a view cut in every dimension out of a larger buffer full of NaN (BOOL: true), the last dimension in
/// memory contiguous. expanded: row 0 alone is stored and the batch stride is 0. Masks take Layout::bhsd, and
/// plain where k and v are expanded.
View arranged(const View&, Layout, Memory);

} // namespace attest::backends
