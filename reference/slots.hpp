// Which slot of the returned keys holds which token, for each kind of cache (CONTRACT section 3).
#pragma once

#include "cases/case.hpp"
#include "cases/plan.hpp"
#include "cases/timeline.hpp"

namespace attest::reference {

/// The slots that a call returns; the same for all batch rows.
std::vector<SlotRun> slots_of(const Case&, const Call&);

/// One plan per step.
std::vector<StepPlan> plan_of(const Case&);

} // namespace attest::reference
