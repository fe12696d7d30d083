// Strided views: indexing, and the memory arrangements that a case can ask for.
#include "backends/view.hpp"

#include <cstring>
#include <limits>
#include <stdexcept>

namespace attest::backends {

namespace {

using Extents = std::array<std::int64_t, 4>;

std::int64_t volume(const Extents& shape) { return shape[0] * shape[1] * shape[2] * shape[3]; }

Extents contiguous_strides(const Extents& shape) {
  return {shape[1] * shape[2] * shape[3], shape[2] * shape[3], shape[3], 1};
}

std::int64_t place(const View& view, const Extents& at) {
  std::int64_t element = view.offset;
  for (std::size_t d = 0; d < 4; ++d) element += at[d] * view.stride[d];
  return element;
}

std::uint64_t load_bits(const std::byte* from, int bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, static_cast<std::size_t>(bytes));
  return bits;
}

Dtype dtype_of(Element element) {
  switch (element) {
  case Element::f32: return Dtype::f32;
  case Element::f64: return Dtype::f64;
  case Element::f16: return Dtype::f16;
  case Element::bf16: return Dtype::bf16;
  case Element::boolean: break;
  }
  throw std::logic_error("a boolean view has no floating dtype");
}

std::uint64_t bits_of(Element element, double value) {
  return element == Element::boolean ? std::uint64_t{value != 0} : to_bits(dtype_of(element), value);
}

// By memcpy of a constant size, which compilers turn into plain moves whatever the alignment and type.
template <std::size_t bytes> void copy_elements(const View& from, View& to) {
  const std::int64_t size = bytes;
  for (std::int64_t a = 0; a < to.shape[0]; ++a)
    for (std::int64_t b = 0; b < to.shape[1]; ++b)
      for (std::int64_t c = 0; c < to.shape[2]; ++c) {
        const std::byte* read = from.buffer->data() + place(from, {a, b, c, 0}) * size;
        std::byte* write = to.buffer->data() + place(to, {a, b, c, 0}) * size;
        for (std::int64_t d = 0; d < to.shape[3]; ++d)
          std::memcpy(write + d * to.stride[3] * size, read + d * from.stride[3] * size, bytes);
      }
}

// Dimensions from slowest to fastest in memory.
std::array<std::size_t, 4> memory_order(Layout layout) {
  switch (layout) {
  case Layout::bhsd: return {0, 1, 2, 3};
  case Layout::bshd: return {0, 2, 1, 3};
  case Layout::sbhd: return {2, 0, 1, 3};
  case Layout::bhds: return {0, 1, 3, 2};
  }
  throw std::logic_error("unknown layout");
}

// How many elements of rubbish lie before and behind a sliced view, in each dimension; different, so that
// swapping them shows.
constexpr std::int64_t cut_before = 1;
constexpr std::int64_t cut_behind = 2;

View empty_arrangement(const View& like, Layout layout, Memory memory) {
  View made = like;
  const bool sliced = memory == Memory::sliced;
  const auto order = memory_order(layout);
  std::int64_t step = 1;
  made.offset = 0;
  for (std::size_t d = 4; d-- > 0;) {
    const std::size_t dimension = order[d];
    made.stride[dimension] = step;
    if (sliced) made.offset += cut_before * step;
    const bool shared_rows = memory == Memory::expanded && dimension == 0;
    step *= (shared_rows ? 1 : like.shape[dimension]) + (sliced ? cut_before + cut_behind : 0);
  }
  if (memory == Memory::expanded) made.stride[0] = 0;
  made.buffer =
      std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(step * bytes_of(like.element)));
  return made;
}

void fill_with_rubbish(View& view) {
  const int bytes = bytes_of(view.element);
  const auto bits =
      view.element == Element::boolean ? 1 : bits_of(view.element, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t at = 0; at < view.buffer->size(); at += static_cast<std::size_t>(bytes))
    std::memcpy(view.buffer->data() + at, &bits, static_cast<std::size_t>(bytes));
}

} // namespace

View make_view(Element element, std::array<std::int64_t, 4> shape) {
  const auto bytes = static_cast<std::size_t>(volume(shape) * bytes_of(element));
  return {.element = element,
          .shape = shape,
          .stride = contiguous_strides(shape),
          .buffer = std::make_shared<std::vector<std::byte>>(bytes)};
}

View view_of(const Tensor& tensor) {
  if (tensor.shape.size() > 4) throw std::invalid_argument("a view has at most four dimensions");
  Extents shape = {1, 1, 1, 1};
  std::copy_backward(tensor.shape.begin(), tensor.shape.end(), shape.end());
  return {.element = tensor.element,
          .shape = shape,
          .stride = contiguous_strides(shape),
          .buffer = std::make_shared<std::vector<std::byte>>(tensor.bytes)};
}

Tensor tensor_of(const View& view) {
  View copy = make_view(view.element, view.shape);
  copy_values(view, copy);
  return {.element = view.element,
          .shape = {view.shape.begin(), view.shape.end()},
          .bytes = std::move(*copy.buffer)};
}

double get(const View& view, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  const int bytes = bytes_of(view.element);
  const std::uint64_t bits = load_bits(view.buffer->data() + place(view, {a, b, c, d}) * bytes, bytes);
  return view.element == Element::boolean ? double(bits != 0) : from_bits(dtype_of(view.element), bits);
}

void set(View& view, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, double value) {
  const int bytes = bytes_of(view.element);
  const std::uint64_t bits = bits_of(view.element, value);
  std::memcpy(view.buffer->data() + place(view, {a, b, c, d}) * bytes, &bits,
              static_cast<std::size_t>(bytes));
}

View tokens_slice(const View& view, std::int64_t first, std::int64_t count) {
  View slice = view;
  slice.offset += first * view.stride[2];
  slice.shape[2] = count;
  return slice;
}

void copy_values(const View& from, View& to) {
  if (from.shape != to.shape || from.element != to.element)
    throw std::invalid_argument("values are copied between views of one shape and element type only");
  if (volume(from.shape) == 0) return;
  switch (bytes_of(from.element)) {
  case 1: return copy_elements<1>(from, to);
  case 2: return copy_elements<2>(from, to);
  case 4: return copy_elements<4>(from, to);
  default: return copy_elements<8>(from, to);
  }
}

void fill(View& view, double value) {
  View one = make_view(view.element, {1, 1, 1, 1});
  set(one, 0, 0, 0, 0, value);
  one.shape = view.shape;
  one.stride = {};
  copy_values(one, view);
}

View joined(const View& first, const View& second) {
  std::array<std::int64_t, 4> shape = first.shape;
  shape[2] += second.shape[2];
  View both = make_view(first.element, shape);
  View head = tokens_slice(both, 0, first.shape[2]);
  View tail = tokens_slice(both, first.shape[2], second.shape[2]);
  copy_values(first, head);
  copy_values(second, tail);
  return both;
}

View rows_taken(const View& view, const std::vector<std::int64_t>& rows) {
  View taken = make_view(view.element, view.shape);
  for (std::size_t b = 0; b < rows.size(); ++b) {
    View from = view;
    from.offset += rows[b] * view.stride[0];
    View to = taken;
    to.offset += static_cast<std::int64_t>(b) * taken.stride[0];
    from.shape[0] = to.shape[0] = 1;
    copy_values(from, to);
  }
  return taken;
}

View arranged(const View& view, Layout layout, Memory memory) {
  View made = empty_arrangement(view, layout, memory);
  if (memory == Memory::sliced) fill_with_rubbish(made);
  if (memory != Memory::expanded) {
    copy_values(view, made);
    return made;
  }
  View first_row = view;
  View written = made;
  first_row.shape[0] = written.shape[0] = std::min<std::int64_t>(view.shape[0], 1);
  copy_values(first_row, written);
  return made;
}

} // namespace attest::backends
