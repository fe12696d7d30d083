// Folds what workers bring, in order, into a report: findings with one id become one, cases are counted once
// each.
#pragma once

#include "harness/judge.hpp"
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

/// Adds the verdict, and the finding if it is one: a new one, or one more case of one that is there. Returns
/// the new finding or nullptr.
const reports::Finding* add_judgement(reports::Report&, const Case&, const Judgement&, const Provenance&);

/// Sorts findings by id; call once at the end.
void sort_findings(reports::Report&);

} // namespace attest::harness
