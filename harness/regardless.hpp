// What does not matter to a fault: each factor of the smallest case is changed in turn, and what changes
// nothing need not be looked at.
#pragma once

#include "harness/shrink.hpp"

#include <string>
#include <vector>

namespace attest::harness {

/// Phrases that go on "also fails with": "any dtype", "any head count". A factor is named if the backend
/// takes at least one variant of it and every variant that it takes shows the same class. At most some
/// twenty cases are judged; none for the class timeout, where each might cost the whole timeout.
std::vector<std::string> regardless_of(const Shrunk&, const Shrinker&);

} // namespace attest::harness
