// When two cases of one class show the same fault: what the smallest case needs names the mechanism.
#pragma once

#include "cases/case.hpp"

#include <set>
#include <string>

namespace attest::harness {

/// What the case has beyond the plainest ones: its features (CONTRACT section 10) but for those of
/// `steps=1` with mask=causal or full, and "batch" and "heads" where there are more than one.
std::set<std::string> mechanism_of(const Case&);

/// True if everything that the mechanism has is in the other.
bool is_within(const std::set<std::string>& mechanism, const std::set<std::string>& other);

} // namespace attest::harness
