// Views: indexing, and that an arrangement changes where values lie and never what they are.
#include "backends/view.hpp"
#include "cases/testing.hpp"

#include <cmath>
#include <numeric>

using namespace attest;
using namespace attest::backends;

namespace {

// Values 0, 1, 2, .. in logical order.
View counted(Element element, std::array<std::int64_t, 4> shape) {
  Tensor tensor = zeros(element, {shape.begin(), shape.end()});
  for (std::int64_t i = 0; i < count_of(tensor.shape); ++i) set(tensor, i, static_cast<double>(i % 120));
  return view_of(tensor);
}

// Elements of the buffer that the view can reach.
std::vector<bool> reached(const View& view) {
  std::vector<bool> marks(view.buffer->size() / static_cast<std::size_t>(bytes_of(view.element)), false);
  for (std::int64_t a = 0; a < view.shape[0]; ++a)
    for (std::int64_t b = 0; b < view.shape[1]; ++b)
      for (std::int64_t c = 0; c < view.shape[2]; ++c)
        for (std::int64_t d = 0; d < view.shape[3]; ++d)
          marks.at(static_cast<std::size_t>(view.offset + a * view.stride[0] + b * view.stride[1] +
                                            c * view.stride[2] + d * view.stride[3])) = true;
  return marks;
}

View whole_buffer(const View& view) {
  View all = view;
  const auto elements = static_cast<std::int64_t>(view.buffer->size()) / bytes_of(view.element);
  all.shape = {1, 1, 1, elements};
  all.stride = {0, 0, 0, 1};
  all.offset = 0;
  return all;
}

} // namespace

TEST_CASE("a view of a tensor of lower rank has leading dimensions of size 1") {
  const View view = view_of(from_doubles(Element::f32, {2, 3}, {0, 1, 2, 3, 4, 5}));
  CHECK(view.shape == std::array<std::int64_t, 4>{1, 1, 2, 3});
  CHECK(get(view, 0, 0, 1, 2) == 5);
  CHECK_THROWS(view_of(zeros(Element::f32, {1, 1, 1, 1, 1})));
}

TEST_CASE("set rounds once, booleans are 0 or 1") {
  View half = make_view(Element::bf16, {1, 1, 1, 1});
  set(half, 0, 0, 0, 0, 1.0 + 1.0 / 512); // bf16 has steps of 1/128 above 1
  CHECK(get(half, 0, 0, 0, 0) == 1.0);
  View flag = make_view(Element::boolean, {1, 1, 1, 2});
  set(flag, 0, 0, 0, 1, -3);
  CHECK(tensor_of(flag).bytes == std::vector<std::byte>{std::byte{0}, std::byte{1}});
}

TEST_CASE("layouts put dimensions in the order of their names, slowest first") {
  const View view = counted(Element::f32, {2, 3, 5, 7});
  using Strides = std::array<std::int64_t, 4>; // of b, h, s, d
  CHECK(arranged(view, Layout::bhsd, Memory::plain).stride == Strides{105, 35, 7, 1});
  CHECK(arranged(view, Layout::bshd, Memory::plain).stride == Strides{105, 7, 21, 1});
  CHECK(arranged(view, Layout::sbhd, Memory::plain).stride == Strides{21, 7, 42, 1});
  CHECK(arranged(view, Layout::bhds, Memory::plain).stride == Strides{105, 35, 1, 5});
}

TEST_CASE("every arrangement holds the same values") {
  testing::property("arranged keeps values", [] {
    std::array<std::int64_t, 4> shape = {};
    for (auto& size : shape) size = *rc::gen::inRange(0, 4);
    const auto element =
        *rc::gen::element(Element::f32, Element::f64, Element::f16, Element::bf16, Element::boolean);
    const auto layout = *rc::gen::element(Layout::bhsd, Layout::bshd, Layout::sbhd, Layout::bhds);
    const auto memory = *rc::gen::element(Memory::plain, Memory::sliced);
    const View view = counted(element, shape);
    RC_ASSERT(tensor_of(arranged(view, layout, memory)) == tensor_of(view));
  });
}

TEST_CASE("sliced lies in NaN, with rubbish before and behind in every dimension") {
  const auto layout = GENERATE(Layout::bhsd, Layout::bshd, Layout::sbhd, Layout::bhds);
  const View view = arranged(counted(Element::f16, {2, 1, 3, 4}), layout, Memory::sliced);
  const auto marks = reached(view);
  const View all = whole_buffer(view);
  for (std::size_t i = 0; i < marks.size(); ++i)
    CHECK(std::isnan(get(all, 0, 0, 0, static_cast<std::int64_t>(i))) == !marks[i]);
  CHECK(*std::min_element(view.stride.begin(), view.stride.end()) == 1);
  for (std::size_t d = 0; d < 4;
       ++d) { // one step before the first and behind the last is inside the buffer, and rubbish
    const std::int64_t before = view.offset - view.stride[d];
    const std::int64_t behind = view.offset + view.shape[d] * view.stride[d];
    CHECK_FALSE(marks.at(static_cast<std::size_t>(before)));
    CHECK_FALSE(marks.at(static_cast<std::size_t>(behind)));
  }
}

TEST_CASE("a sliced BOOL lies in true") {
  const View view = arranged(make_view(Element::boolean, {1, 1, 2, 2}), Layout::bhsd, Memory::sliced);
  const auto marks = reached(view);
  const View all = whole_buffer(view);
  CHECK(marks.size() == 4 * 4 * 5 * 5);
  for (std::size_t i = 0; i < marks.size(); ++i)
    CHECK((get(all, 0, 0, 0, static_cast<std::int64_t>(i)) == 1) == !marks[i]);
}

TEST_CASE("expanded stores row 0 alone and reads it for every batch row") {
  const View view = counted(Element::f32, {3, 2, 2, 2});
  const auto layout = GENERATE(Layout::bhsd, Layout::bshd, Layout::sbhd, Layout::bhds);
  const View expanded = arranged(view, layout, Memory::expanded);
  CHECK(expanded.stride[0] == 0);
  CHECK(expanded.buffer->size() == 8 * 4);
  for (std::int64_t b = 0; b < 3; ++b)
    for (std::int64_t s = 0; s < 2; ++s) CHECK(get(expanded, b, 1, s, 1) == get(view, 0, 1, s, 1));
}

TEST_CASE("tokens are sliced without a copy, joined and rows taken with one") {
  const View view = counted(Element::f64, {2, 1, 3, 1}); // 0 1 2 | 3 4 5
  const View middle = tokens_slice(view, 1, 2);
  CHECK(middle.buffer == view.buffer);
  CHECK(to_doubles(tensor_of(middle)) == std::vector<double>{1, 2, 4, 5});
  CHECK(to_doubles(tensor_of(joined(middle, tokens_slice(view, 0, 1)))) ==
        std::vector<double>{1, 2, 0, 4, 5, 3});
  CHECK(to_doubles(tensor_of(rows_taken(view, {1, 1}))) == std::vector<double>{3, 4, 5, 3, 4, 5});
}
