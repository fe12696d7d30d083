// Reading and writing a pipe without blocking, without EINTR and without SIGPIPE.
#pragma once

#include <cstddef>
#include <span>

namespace attest::harness {

struct Moved {
  std::size_t bytes = 0;
  bool closed = false; ///< end of file, or nobody reads any more; neither this nor bytes: it would block
};

Moved read_some(int descriptor, std::span<std::byte> into);

/// Keeps the SIGPIPE of a closed pipe from this thread, whatever the process does about that signal.
Moved write_some(int descriptor, std::span<const std::byte> from);

} // namespace attest::harness
