// The system calls under a testee's pipes.
#include "harness/pipe.hpp"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <unistd.h>

namespace attest::harness {
namespace {

Moved moved(ssize_t count) {
  if (count > 0) return {.bytes = static_cast<std::size_t>(count)};
  return {.closed = count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)};
}

/// Blocks SIGPIPE in this thread and swallows the one that a write raised meanwhile. A library must not
/// change how the whole process treats a signal.
class WithoutSigpipe {
public:
  WithoutSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutSigpipe() {
    const timespec now = {};
    if (!was_pending_)
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

private:
  sigset_t pipe_, before_;
  bool was_pending_ = false;
};

} // namespace

Moved read_some(int descriptor, std::span<std::byte> into) {
  ssize_t count = -1;
  do count = ::read(descriptor, into.data(), into.size());
  while (count < 0 && errno == EINTR);
  return moved(count);
}

Moved write_some(int descriptor, std::span<const std::byte> from) {
  ssize_t count = -1;
  const WithoutSigpipe quiet;
  do count = ::write(descriptor, from.data(), from.size());
  while (count < 0 && errno == EINTR);
  return moved(count);
}

} // namespace attest::harness
