// The report as one JSON object, `attest-report/1` (CONTRACT section 13): what CI gates on and other tools
// read.
#pragma once

#include "reports/finding.hpp"

#include <nlohmann/json_fwd.hpp>

namespace attest::reports {

/// All keys, in the contract's order.
nlohmann::ordered_json report_to_json(const Report&);
nlohmann::ordered_json finding_to_json(const Finding&);

/// One entry of the report's `backends`.
nlohmann::ordered_json backend_to_json(const TesteeBackend&);

} // namespace attest::reports
