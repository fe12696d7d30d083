// Ctrl-C and SIGTERM as a question that loops ask: the one piece of global state, since a signal handler has
// nothing else.
#pragma once

#include <stdexcept>
#include <string>

namespace attest::harness {

/// Thrown where something was waited for when an interruption came.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// From now on the first SIGINT or SIGTERM only marks the program as interrupted; a second one ends it as
/// usual.
void catch_interrupts();

bool interrupted();

/// "interrupted by SIGINT", or empty.
std::string interruption();

} // namespace attest::harness
