// What is known of a frame before all of it is here.
#include "harness/incoming.hpp"

#include "cases/error.hpp"
#include "cases/frame.hpp"
#include "cases/printable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace attest::harness {
namespace {

constexpr std::size_t piece = 1 << 20;

std::uint64_t little_endian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return value;
}

/// The bytes as a person would recognise them: text that something printed to standard output.
std::string shown(std::span<const std::byte> bytes) {
  return one_line({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, {.ascii = true});
}

} // namespace

std::uint64_t Incoming::length() const { return little_endian(bytes_); }

std::span<std::byte> Incoming::room() {
  // The length alone, then the start of the header, then all: so that what is garbage is told by its first
  // bytes, whatever pieces it comes in.
  const std::uint64_t end = size_ < 8 ? 8 : size_ < start_bytes ? start_bytes : 8 + length();
  const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(end - size_, piece));
  if (bytes_.size() < size_ + count) bytes_.resize(size_ + count);
  return std::span(bytes_).subspan(size_, count);
}

void Incoming::filled(std::size_t count) {
  const std::size_t before = size_;
  size_ += count;
  if (before < 8 && size_ >= 8) check_length();
  if (before < start_bytes && size_ >= start_bytes) check_header();
}

void Incoming::check_length() const {
  const std::uint64_t most = std::min(largest_, largest_frame);
  if (length() >= start_bytes - 8 && length() <= most) return;
  throw InputError(ErrorKind::file, fmt::format("a frame cannot begin with \"{}\", which announces {} bytes; "
                                                "does something print to standard output?",
                                                shown(std::span(bytes_).first(8)), length()));
}

void Incoming::check_header() const {
  const std::uint64_t header = little_endian(std::span(bytes_).subspan(8));
  if (header <= length() - 8 && header % 8 == 0 && bytes_[16] == std::byte{'{'}) return;
  throw InputError(ErrorKind::file,
                   fmt::format("\"{}\" is not the start of a frame; does something print to standard output?",
                               shown(std::span(bytes_).first(start_bytes))));
}

} // namespace attest::harness
