// What the bound cannot see: a leak so light that the row stays inside it. A verdict that rests on numbers is
// worth no more than this.
#pragma once

#include "reference/attention.hpp"

namespace attest::reference {

/// Per row, (batch, query heads, n, 1): the smallest weight of a hidden key that would leave the bound, which
/// is min bound / |v - o| over the channels and over the returned slots that `cells` hides, with what they
/// hold (a leaked weight w moves o by w (v - o)). NaN where nothing is hidden (slots that hold NaN do not
/// count: any weight shows them); infinity where no weight does, as in an ill-conditioned row.
Array4 power_of(const Case&, const Returned&, const Cells&, const Expected&);

} // namespace attest::reference
