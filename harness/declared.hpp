// The promise of a declaration, tried from its other side: what a backend does not declare it must refuse, or
// do rightly (CONTRACT sections 10 and 12, class `declaration`).
#pragma once

#include "harness/judge.hpp"

namespace attest::harness {

/// Asks a case that the declaration refuses, on purpose. A refusal, or an exception, keeps the promise
/// (verdict refused), and so does a right answer (verdict agrees): who declares too little harms nobody. A
/// wrong one disagrees, with class `declaration`, and `also` begins with the class that it would have had.
/// crash, timeout and protocol stay what they are. What rows that see nothing hold is not judged: there was
/// no word on that for such a case. Throws std::logic_error for a case that the declaration takes, and what
/// `ask` throws.
Judgement judge_undeclared(const Case&, const Declaration&, const Ask&);

} // namespace attest::harness
