// A case and its tensors as a request: what a testee is sent (CONTRACT sections 5 and 11).
#pragma once

#include "harness/question.hpp"

namespace attest::harness {

/// q.S, k.S and v.S of every step in the dtype of the case; cross has k and v at step 0 only.
std::vector<NamedTensor> tensors_of(const Case&, const reference::Problem&);

/// mask.S of every step in the form of the case; nothing with form=none. `cells` are those that the request
/// tells the testee.
std::vector<NamedTensor> masks_of(const Case&, const std::vector<StepPlan>&,
                                  const std::vector<reference::Cells>& cells);

/// The request that asks `asked`, the case itself or that of a probe, with these q, k and v and the masks of
/// the case.
Request request_of(const Question&, const Case& asked, std::vector<NamedTensor> tensors);

} // namespace attest::harness
