// Frames: what both ends of a testee's pipe share. A frame is a u64 length and a safetensors blob whose
// __metadata__ holds the message as JSON text (CONTRACT section 11).
#pragma once

#include "cases/tensor.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace attest {

struct Frame {
  std::string message; ///< JSON text
  std::vector<NamedTensor> tensors = {};
  bool operator==(const Frame&) const = default;
};

/// Largest frame that is read or written: 2^36 bytes.
inline constexpr std::uint64_t largest_frame = std::uint64_t{1} << 36;

/// The whole frame, its u64 length included; tensors lie in the order given. Throws InputError above
/// largest_frame.
std::vector<std::byte> encode_frame(const Frame&);

/// Reads the blob after the length; tensors come in the order of their bytes. Throws InputError (file) with
/// one sentence on anything that is not a right frame: header length, JSON, missing __metadata__, unknown
/// dtype, wrong offsets, gaps, overlap, sizes that do not fit, booleans other than 0 and 1.
Frame decode_frame(std::span<const std::byte> blob);

/// Reads one frame from a descriptor, blocking. Returns false at end of file before the first byte; throws
/// InputError when the stream ends within a frame or the frame is wrong.
bool read_frame(int descriptor, Frame&);

/// Writes all of a frame, blocking; throws InputError if the other side has closed. The caller has SIGPIPE
/// ignored, or it ends the process first.
void write_frame(int descriptor, const Frame&);

} // namespace attest
