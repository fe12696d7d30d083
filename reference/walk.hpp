// The calls of a case one at a time, for rules that must hold before anything as large as the case is built.
#pragma once

#include "cases/case.hpp"
#include "cases/timeline.hpp"

#include <functional>

namespace attest::reference {

/// Visits the calls of calls_of(case) in order, with an empty history: memory grows with the batch, not with
/// the steps.
void walk(const Case&, const std::function<void(const Call&)>& visit);

} // namespace attest::reference
