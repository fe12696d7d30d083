// The report as text for a person: a finding in three short lines, the counts as a table, the verdict of the
// run in one line.
#pragma once

#include "reports/finding.hpp"

#include <string>

namespace attest::reports {

/// "also fails with any dtype, padding"; empty without a phrase.
std::string regardless_text(const std::vector<std::string>& phrases);

/// "seen while shrinking: leak.future with 'steps=2'"; empty without one.
std::string others_text(const std::vector<OtherFault>&);

/// Backend, class and sentence on one line, the command that replays it on the next; then what does not
/// matter, what else was seen, and the end of stderr, where the finding has them.
std::string finding_text(const Finding&);

/// Counts and rho by backend, coverage by factor, why cases were refused; ends with a newline. Empty without
/// a verdict.
std::string summary_text(const Report&);

/// "Nothing wrong: 380 of 400 verdicts judged (380 agree, 20 refused).", "4 findings in 400 verdicts.", and
/// why a run is not complete; then a line for every oracle that never ran.
std::string verdict_text(const Report&);

} // namespace attest::reports
