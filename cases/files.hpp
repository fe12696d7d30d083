// Files of cases: one line each, or a JSON array; a folder is all of its .cases and .json files in order of
// name.
#pragma once

#include "cases/case.hpp"

#include <string>
#include <vector>

namespace attest {

/// A case and where it was written ("file.cases:12"), for messages.
struct PlacedCase {
  Case value;
  std::string place;
};

/// `--cases X`: a line if X contains '=', else a file or folder. Throws InputError with file and line number
/// (or JSON pointer).
std::vector<PlacedCase> read_cases(const std::string& line_or_path);

/// The whole file as bytes; InputError (file) says why it can't be read.
std::string read_file(const std::string& path);

} // namespace attest
