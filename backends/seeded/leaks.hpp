// How the seeded loops come to read what they should not, and not to read what they should.
#pragma once

#include "backends/seeded/loops.hpp"

namespace attest::backends {

/// A slot of a row whose scores are finished.
using SlotTest = std::function<bool(const LoopRow&, std::size_t slot)>;

/// Finishes the scores, then shows the hidden slots for which the test is true, with the score that they have
/// without mask and flag.
LoopStep showing(SlotTest);

/// Finishes the scores, then hides the slots for which the test is true.
LoopStep hiding(SlotTest);

/// The final scores without mask and flag; q . k must be in `scores`.
std::vector<double> open_scores(const LoopRow&);

/// The slot behind the last that the row sees; the number of slots if there is none, or the row sees nothing.
std::size_t slot_behind(const LoopRow&);

/// The first slot that the row sees; the number of slots if it sees nothing.
std::size_t first_seen(const LoopRow&);

} // namespace attest::backends
