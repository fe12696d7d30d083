// Cases that once failed are kept in a folder of case files, the only memory from one run to the next.
#pragma once

#include "reports/finding.hpp"

#include <string>
#include <vector>

namespace attest::harness {

/// Makes the folder if it is not there, and makes sure that files can be written into it. Throws InputError
/// (file); call it before a run.
void prepare_folder(const std::string& folder);

/// Writes each finding as ID.cases: its shrunk line, under comments with backend, class and sentence. What
/// lies there from before stays. Throws InputError (file).
void save_findings(const std::string& folder, const std::vector<reports::Finding>&);

} // namespace attest::harness
