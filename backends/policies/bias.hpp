// ALiBi as the bias that a kernel adds to its scores.
#pragma once

#include "backends/policy.hpp"

namespace attest::backends {

/// slope * (key - query) on absolute tokens, (1, query heads, n, slots), in f32 (f64 for f64 cases); 0 at
/// unwritten slots. Nothing if the case has no alibi.
std::optional<View> alibi_bias(const Case&, const StepPlan&);

} // namespace attest::backends
