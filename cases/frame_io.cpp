// Frames through file descriptors, blocking: whole frames or an error, whatever the pieces in which bytes
// arrive.
#include "cases/frame.hpp"

#include "cases/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <new>
#include <unistd.h>

namespace attest {
namespace {

/// Memory is taken as bytes come, so that a wrong length costs no more than what was really sent.
constexpr std::size_t first_chunk = std::size_t{1} << 20;

[[noreturn]] void refuse(const std::string& sentence) {
  throw InputError(ErrorKind::file, "frame: " + sentence);
}

/// Fills `bytes`; returns how many came before the end of the stream.
std::size_t read_fully(int descriptor, std::span<std::byte> bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

std::vector<std::byte> read_blob(int descriptor, std::size_t length) {
  std::vector<std::byte> blob;
  while (blob.size() < length) {
    const std::size_t have = blob.size();
    const std::size_t wanted = std::min(length - have, std::max(have, first_chunk));
    blob.resize(have + wanted);
    if (const std::size_t came = read_fully(descriptor, std::span(blob).subspan(have)); came < wanted)
      refuse(fmt::format("the stream ends after {} of {} bytes", have + came, length));
  }
  return blob;
}

} // namespace

bool read_frame(int descriptor, Frame& frame) {
  std::uint64_t length = 0;
  const std::size_t came = read_fully(descriptor, std::as_writable_bytes(std::span(&length, 1)));
  if (came == 0) return false;
  if (came < sizeof length) refuse("the stream ends within its length");
  if (length > largest_frame)
    refuse(fmt::format("{} bytes are more than the {} allowed", length, largest_frame));
  try {
    frame = decode_frame(read_blob(descriptor, length));
  } catch (const std::bad_alloc&) {
    refuse(fmt::format("there is no memory for its {} bytes", length));
  }
  return true;
}

void write_frame(int descriptor, const Frame& frame) {
  const std::vector<std::byte> bytes = encode_frame(frame);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(fmt::format("cannot be written: {}", std::strerror(errno)));
    done += static_cast<std::size_t>(count);
  }
}

} // namespace attest
