// A child process with three pipes and a process group of its own, so that it can be killed with all that it
// started, and is when we are killed.
#pragma once

#include "harness/descriptor.hpp"
#include "harness/guard.hpp"

#include <string>
#include <sys/types.h>
#include <vector>

namespace attest::harness {

/// Not thread-safe by itself, but several may live side by side in several threads: no descriptor of one is
/// inherited by another.
class Process {
public:
  /// Starts the command (looked up in PATH, no shell). Throws std::runtime_error: "cannot run './x': No such
  /// file or directory".
  explicit Process(const std::vector<std::string>& command);
  ~Process() { end(); }
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;

  /// Our ends of its pipes; none of them blocks. input() is -1 once closed.
  int input() const { return input_.number(); }
  int output() const { return output_.number(); }
  int errors() const { return errors_.number(); }
  void close_input() { input_.close(); }

  /// True once the process itself has ended; what it started may still hold its pipes open. Never blocks.
  bool ended() const;

  /// "exited with status 3", "was killed by signal 9 (SIGKILL)"; empty while it runs.
  std::string ending() const;

  /// Kills the whole group and collects the process, so that neither a zombie nor a child of a child is left.
  /// The pipes stay open to be read to their end.
  void end();

private:
  pid_t pid_ = -1;
  Guard guard_;
  Descriptor input_, output_, errors_;
};

/// "signal 9 (SIGKILL)".
std::string signal_name(int signal);

} // namespace attest::harness
