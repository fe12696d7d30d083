// Escaping by the bytes of UTF-8.
#include "cases/printable.hpp"

#include "cases/numbers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>

namespace attest {

namespace {

/// One character, as far as its bytes are valid UTF-8.
struct Character {
  std::size_t bytes = 1;
  char32_t code = 0;
  bool valid = false;
};

std::uint8_t byte_at(std::string_view text, std::size_t at) { return static_cast<std::uint8_t>(text[at]); }

/// How many bytes a first byte announces; 0 for one that begins no character.
std::size_t length_of(std::uint8_t first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/// Neither written longer than needed, nor half of a UTF-16 pair, nor beyond Unicode.
bool is_code(char32_t code, std::size_t bytes) {
  constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
  return code >= smallest[bytes] && (code < 0xd800 || code > 0xdfff) && code <= 0x10ffff;
}

Character character_at(std::string_view text, std::size_t at) {
  const std::uint8_t first = byte_at(text, at);
  const std::size_t bytes = length_of(first);
  if (bytes == 0 || at + bytes > text.size()) return {};
  char32_t code = bytes == 1 ? first : first & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const std::uint8_t next = byte_at(text, at + i);
    if ((next & 0xc0) != 0x80) return {};
    code = code << 6 | (next & 0x3f);
  }
  if (!is_code(code, bytes)) return {};
  return {.bytes = bytes, .code = code, .valid = true};
}

/// False for what a terminal obeys and for what a reader can't see.
bool is_visible(char32_t code) {
  struct Range {
    char32_t first, last;
  };
  constexpr Range hidden[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},
                              {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                              {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
  return std::none_of(std::begin(hidden), std::end(hidden),
                      [code](const Range& range) { return code >= range.first && code <= range.last; });
}

/// A character as it is shown: itself, or its bytes one by one.
std::string shown(std::string_view bytes, bool as_it_is) {
  if (as_it_is) return std::string(bytes);
  std::string text;
  for (const char c : bytes) text += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(c));
  return text;
}

} // namespace

std::string one_line(std::string_view text, Shown wanted) {
  std::string line;
  std::size_t length = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character next = character_at(text, at);
    const bool as_it_is = next.valid && is_visible(next.code) && (next.bytes == 1 || !wanted.ascii);
    const std::string piece = shown(text.substr(at, next.bytes), as_it_is);
    length += as_it_is ? 1 : piece.size();
    if (length > wanted.most) return line + "...";
    line += piece;
    at += next.bytes;
  }
  return line;
}

std::vector<std::string> last_lines(std::string_view text, std::size_t most) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1); // npos + 1 is 0: nothing but empty lines
  if (text.empty()) return {};
  const auto all = split(text, '\n');
  std::vector<std::string> lines;
  for (std::size_t i = all.size() - std::min(most, all.size()); i < all.size(); ++i) {
    std::string spaced;
    for (const char c : all[i]) spaced += c == '\t' ? std::string("  ") : std::string(1, c);
    if (!spaced.empty() && spaced.back() == '\r') spaced.pop_back();
    lines.push_back(one_line(spaced));
  }
  return lines;
}

} // namespace attest
