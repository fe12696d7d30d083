// What the probes of hidden keys share: leaks, dominate and change all say something of the keys outside a
// seen-set.
#pragma once

#include "harness/probes/probe.hpp"

namespace attest::harness {

/// v of a key that must not be read.
constexpr double hidden_value = 1024;

/// Why a hidden value can't be expected to vanish exactly: the backend quantises in a way of its own.
std::optional<std::string> keeps_no_zeros(const Question&);

/// q constant and k so that keys in the set score -30 and all others 30, v = 0 in the set and 1024 elsewhere;
/// nothing if the dtype can't hold such q and k at the case's scale.
std::optional<reference::Problem> problem_of_dominate(const Question&, std::int64_t set);

/// The case's own problem with other, larger k and v in every key outside the set; nothing if scores could
/// overflow the dtype.
std::optional<reference::Problem> problem_of_change(const Question&, std::int64_t set);

/// Rows that hold what is not finite in an answer to `asked` with the case's own q and k: a finding, unless
/// their scores may honestly have overflowed.
void note_nonfinite(const Question&, const Case& asked, const std::vector<WrongNumber>&, Observed&);

} // namespace attest::harness
