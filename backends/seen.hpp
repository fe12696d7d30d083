// What a kernel was told to see: the mask that a testee gives back for want_mask.
#pragma once

#include "backends/kernel.hpp"
#include "cases/tensor.hpp"

namespace attest::backends {

/// BOOL (batch, 1 or query heads, L, S): the mask of the call with the flag folded in. An additive entry
/// counts as hidden if it is at most half of the lowest finite number of its own element type.
Tensor seen_by_kernel(const KernelCall&);

} // namespace attest::backends
