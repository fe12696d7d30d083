// The case as JSON: an object with all keys of the table in its order; a reader fills missing keys and
// refuses others.
#pragma once

#include "cases/case.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace attest {

nlohmann::ordered_json case_to_json(const Case&);

/// Throws InputError with a JSON pointer (below `pointer`) on an unknown key, a wrong type, a number out of
/// range or a broken rule; validates like parse_line.
Case case_from_json(const nlohmann::ordered_json&, const std::string& pointer = "");

} // namespace attest
