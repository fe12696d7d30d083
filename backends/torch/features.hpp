// What every kernel of this testee can do, as was seen by running LibTorch 2.13.0 on a CPU.
#pragma once

#include <string>
#include <vector>

namespace attest::backends {

/// The features that all of them have, and `more`.
inline std::vector<std::string> torch_features(const std::vector<std::string>& more) {
  std::vector<std::string> all = {"dtype.f32",     "dtype.f64",       "dtype.f16",   "dtype.bf16",
                                  "layout.bhsd",   "layout.bshd",     "layout.sbhd", "memory.plain",
                                  "memory.sliced", "memory.expanded", "gqa",         "scale"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

} // namespace attest::backends
