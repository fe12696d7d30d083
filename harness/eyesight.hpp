// What the numbers of a case could have shown at all, so that nobody takes silence for proof.
#pragma once

#include "harness/judge.hpp"
#include "harness/observed.hpp"
#include "harness/question.hpp"

namespace attest::harness {

/// The smallest leaked weight that the bound could have shown in this row (reference::power_of); NaN if it
/// has no key to hide or numbers are not judged.
double power_at(const Question&, const Observed&, const Row&);

/// True if a wrong read could have moved the row out of its bound.
bool numbers_can_show(const Question&, const Observed&, const Row&);

/// Fills probed, sees, power and suspicious of a judgement whose verdict is known.
void note_eyesight(const Question&, const Observed&, Judgement&);

} // namespace attest::harness
