// q and k of one value each, so that every key of a probe has the same score.
#pragma once

#include "harness/probes/probe.hpp"

namespace attest::harness {

/// q and k whose scaled dot product is `score`, v = 1; nothing if the dtype can't hold them at the case's
/// scale and dim. k is a power of two, so that -k is as good.
std::optional<Constants> constants_for(const Question&, double score);

} // namespace attest::harness
