// The report as text for a person: a finding in three short lines, the counts as a table, the verdict of the
// run in one line.
#pragma once

#include "reports/finding.hpp"

#include <string>

namespace attest::reports {

/// Backend, class and sentence on one line, the command that replays it on the next.
std::string finding_text(const Finding&);

/// Counts by backend, then coverage by factor; ends with a newline.
std::string summary_text(const Report&);

/// "nothing wrong in 380 of 400 verdicts", "4 findings in 400 verdicts", and why a run is not complete.
std::string verdict_text(const Report&);

} // namespace attest::reports
