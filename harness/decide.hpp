// From all that was observed to the verdict, its class and its evidence (CONTRACT section 12). Pure: nobody
// is asked.
#pragma once

#include "harness/judge.hpp"
#include "harness/observed.hpp"
#include "harness/question.hpp"

namespace attest::harness {

Judgement decide(const Question&, const Observed&);

} // namespace attest::harness
