// How a child process is started: what posix_spawn wants to know, and pipes that no other child inherits.
#pragma once

#include "harness/descriptor.hpp"

#include <string>
#include <sys/types.h>
#include <vector>

namespace attest::harness {

struct Pipe {
  Descriptor read, write;
};

/// Both ends close on exec, from the moment they exist: another thread may start another child at any time.
/// Throws std::runtime_error.
Pipe make_pipe();

/// What a child gets as 0, 1 and 2, and the process group that it joins; 0: one of its own.
struct Surroundings {
  int in = 0, out = 1, err = 2;
  pid_t group = 0;
};

/// Starts a command (looked up in PATH, no shell), signals as a fresh program expects them. Throws
/// std::runtime_error: "cannot run './x': No such file or directory".
pid_t spawn(const std::vector<std::string>& command, const Surroundings&);

} // namespace attest::harness
