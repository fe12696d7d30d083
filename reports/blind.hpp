// A run whose oracles never looked proves nothing, whatever its verdicts say.
#pragma once

#include "reports/finding.hpp"

#include <string>
#include <vector>

namespace attest::reports {

/// One sentence for every backend and oracle that never ran although the backend had judged cases with rows
/// to look at: no structural probe in any of them (unless none was wanted), or no number held against a bound
/// although it declares numeric.
std::vector<std::string> blind_oracles(const Report&);

} // namespace attest::reports
