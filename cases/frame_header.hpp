// The header of a frame in the one form in which it is nearly always written, read without making JSON of it:
// most of what a small request costs would be that.
#pragma once

#include "cases/tensor.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

/// A tensor that a header announces: bytes begin .. end of the body.
struct Announced {
  std::string name = "";
  Element element = Element::f32;
  std::vector<std::int64_t> shape = {};
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const Announced&) const = default;
};

struct FrameHeader {
  std::string message = "";
  std::vector<Announced> tensors =
      {}; ///< in the order of the header, each name once; nothing else is checked
  bool operator==(const FrameHeader&) const = default;
};

/// Nothing unless the header is exactly as encode_frame writes it, for a message of printable ASCII and at
/// most 64 tensors with plain names; then it may still be right, and JSON tells.
std::optional<FrameHeader> read_plain_header(std::string_view text);

/// In the order of Element.
inline constexpr std::array<std::string_view, 5> element_names = {"F32", "F64", "F16", "BF16", "BOOL"};
std::optional<Element> element_named(std::string_view);

} // namespace attest
