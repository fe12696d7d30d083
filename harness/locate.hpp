// The second round: which keys a row reads that the mask probe, with q = 0, does not show. The q and k of the
// probe that saw something are asked once more, with v one-hot over the fed keys.
#pragma once

#include "harness/probes/probe.hpp"

namespace attest::harness {

/// What to ask after the first round, whose class would be `kind`; nothing if the mask probe has shown wrong
/// cells, if nothing else saw a leak or a wrong number, or if what was seen is explained without (nan,
/// unwritten slots, another scale). Answers go to observed.located.
std::vector<Probe> locating_probes(const Question&, const Observed&, const std::string& kind);

/// Reads of the second round that show wrong cells, from the first probe that gave such; else null.
const Reads* located_of(const Question&, const Observed&);

} // namespace attest::harness
