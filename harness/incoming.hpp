// A reply as it arrives: knows how many bytes to ask for next, and notices garbage as early as it can be
// noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace attest::harness {

/// One frame, built up from pieces. It never holds more than has really arrived, whatever length was
/// announced.
class Incoming {
public:
  /// `largest`: bytes of the longest frame that can be an answer; a longer one is garbage.
  explicit Incoming(std::uint64_t largest = 0) : largest_(largest) {}

  /// Room for the next bytes to be read, at most those that the frame still lacks; empty once it is whole.
  std::span<std::byte> room();

  /// The first `count` bytes of the room have been filled. Throws InputError with a sentence if this cannot
  /// be a frame.
  void filled(std::size_t count);

  bool begun() const { return size_ > 0; }
  bool whole() const { return size_ >= start_bytes && size_ == 8 + length(); }

  /// The blob after the length; the frame must be whole.
  std::span<const std::byte> blob() const { return std::span(bytes_).subspan(8, size_ - 8); }

private:
  // Length, header's length and the brace that opens the header: shorter than any frame, and enough to know
  // one.
  static constexpr std::size_t start_bytes = 17;

  std::uint64_t length() const;
  void check_length() const;
  void check_header() const;

  std::uint64_t largest_;
  std::vector<std::byte> bytes_ = {};
  std::size_t size_ = 0; ///< bytes that have arrived
};

} // namespace attest::harness
