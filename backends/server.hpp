// The testee's side of the protocol: reads frames from one descriptor, answers on another (CONTRACT section
// 11).
#pragma once

#include "backends/backend.hpp"

#include <map>

namespace attest::backends {

struct Server {
  std::string name;                            ///< "attest-torch"
  std::map<std::string, std::string> versions; ///< {"torch": "2.13.0"}
  std::vector<Backend> backends;
};

/// Answers until stop or end of file. Descriptor 1 is pointed at stderr first, so that a library's print
/// harms nothing; a request that can't be read is answered with type "error". Returns the exit status, 0.
int serve(const Server&);

/// The same on given descriptors, without touching descriptor 1: for tests.
int serve_on(const Server&, int in, int out);

} // namespace attest::backends
