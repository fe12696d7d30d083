// Answers that are none: a testee that died, fell silent, threw, refused what it declares, or answered in the
// wrong shape.
#pragma once

#include "harness/judge.hpp"
#include "harness/probes/probe.hpp"

namespace attest::harness {

/// The verdict broke for the first observation that is no right answer: processes first, then shapes and
/// dtypes. Nothing if all are.
std::optional<Judgement> broken_by(const Question&, const std::vector<Observation>&);

/// The tensors of a right answer as doubles, per step.
Outputs outputs_of(const Question&, const Observation&);

} // namespace attest::harness
