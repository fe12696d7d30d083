// Kills what we started when we are killed ourselves: a testee that hangs must not outlive a SIGKILL of
// attest.
#pragma once

#include "harness/descriptor.hpp"

#include <sys/types.h>

namespace attest::harness {

/// A small process in the group of a testee. It holds one end of a pipe whose other end only we hold, and
/// kills its group some seconds after that end has gone: what is told to stop by the end of its input has
/// time to. A parent-death signal of the system would not do, since it comes when the *thread* that started
/// the child ends, and workers end before their testees are told to stop.
class Guard {
public:
  Guard() = default;
  /// A testee that has left its group, or a system without a shell, goes without a guard.
  explicit Guard(pid_t group);
  ~Guard() { end(); }
  Guard(Guard&&) noexcept;
  Guard& operator=(Guard&&) noexcept;

  /// Kills and collects the guard alone.
  void end();

private:
  pid_t pid_ = -1;
  Descriptor alive_; ///< our end of the pipe
};

} // namespace attest::harness
