// The guard is a line of shell: it reads until the end and kills its group.
#include "harness/guard.hpp"

#include "harness/spawn.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <utility>

namespace attest::harness {

// The five seconds are those that a testee has to stop in (CONTRACT section 11).
Guard::Guard(pid_t group) {
  const Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  try {
    Pipe pipe = make_pipe();
    pid_ =
        spawn({"/bin/sh", "-c", "read -r line; sleep 5; kill -KILL 0"},
              {.in = pipe.read.number(), .out = nowhere.number(), .err = nowhere.number(), .group = group});
    alive_ = std::move(pipe.write);
  } catch (const std::runtime_error&) {
    pid_ = -1;
  }
}

Guard::Guard(Guard&& other) noexcept : pid_(std::exchange(other.pid_, -1)), alive_(std::move(other.alive_)) {}

Guard& Guard::operator=(Guard&& other) noexcept {
  if (this != &other) {
    end();
    pid_ = std::exchange(other.pid_, -1);
    alive_ = std::move(other.alive_);
  }
  return *this;
}

void Guard::end() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  alive_.close();
}

} // namespace attest::harness
