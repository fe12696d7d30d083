// Folds what workers bring, in order, into a report: findings with one id become one, cases are counted once
// each.
#pragma once

#include "harness/judge.hpp"
#include "harness/shrink.hpp"
#include "reports/finding.hpp"

#include <optional>
#include <string>
#include <vector>

namespace attest::harness {

/// What a judgement does not know about itself.
struct Provenance {
  std::string backend = "";
  std::vector<std::string> testees = {};   ///< every --testee given, for the repro line
  std::optional<std::string> timeout = {}; ///< a --timeout that is not the usual one, for it too
  bool keep_stderr = false;
};

/// Counts the case under every factor of coverage.
void add_coverage(reports::Report&, const Case&);

/// Adds the verdict and what was looked at. True if it is a finding, which is then to be added too.
bool add_verdict(reports::Report&, const Case&, const Judgement&, const Provenance&);

/// Other classes met while shrinking, as a report tells them.
std::vector<reports::OtherFault> others_of(const Shrunk&);

/// The finding of this case, told by what it shrank to (its own judgement, where it was not shrunk).
reports::Finding finding_of(const Case&, const Shrunk&, const Provenance&);

/// Adds a finding and puts its id into the last verdict: a new one, or one more case of one that is there.
/// Returns the new finding or nullptr.
const reports::Finding* add_finding(reports::Report&, const reports::Finding&);

/// Sorts findings by id; call once at the end.
void sort_findings(reports::Report&);

} // namespace attest::harness
