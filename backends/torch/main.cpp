// attest-torch: the testee that answers for LibTorch's attention, by every policy and cache of ours.
#include "backends/server.hpp"

#include <ATen/Parallel.h>
#include <torch/headeronly/version.h>

int main() {
  // One thread: answers must not depend on how work was split, and attest runs many testees side by side.
  at::set_num_threads(1);
  return attest::backends::serve({.name = "attest-torch",
                                  .versions = {{"torch", TORCH_VERSION}},
                                  .backends = attest::backends::composed_backends()});
}
