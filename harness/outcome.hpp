// What one item of a run comes to: a case judged on a backend.
#pragma once

#include "harness/judge.hpp"

namespace attest::harness {

/// `judgement` holds no masks: a run does not draw them.
struct Outcome {
  Case value = {};
  std::size_t backend = 0; ///< index into the choice
  Judgement judgement = {};
};

} // namespace attest::harness
