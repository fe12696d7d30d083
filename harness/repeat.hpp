// An answer that is only improbable is asked for again with other data: what is a fault comes back, what was
// chance does not.
#pragma once

#include "harness/judge.hpp"
#include "harness/observed.hpp"
#include "harness/question.hpp"

namespace attest::harness {

/// Three seeds other than the case's own, a function of that.
std::vector<std::uint64_t> other_seeds(const Case&);

/// Asks the case's own question under other_seeds until one answer is not suspicious. If all are, the
/// suspicious rows become wrong ones (observed.repeated, observed.numbers). Gives the verdict broke if a
/// repeat is no answer.
std::optional<Judgement> repeat(const Question&, const Ask&, Observed&);

} // namespace attest::harness
