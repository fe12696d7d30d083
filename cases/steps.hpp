// The value of `steps` as text: new tokens of each call, and operations on the cache between calls.
#pragma once

#include "cases/case.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace attest {

/// Reads "5,crop:3,3x1". Throws InputError (syntax, unknown, range) with the entry's number, counted from 1;
/// repeats are written out, so more than 4096 entries are refused before they take memory.
std::vector<Entry> parse_steps(std::string_view text);

/// The canonical text: three or more equal steps in a row as COUNTxTOKENS.
std::string print_steps(const std::vector<Entry>&);

/// "5", "crop:3", "reorder:1/0", "reset".
std::string print_entry(const Entry&);

} // namespace attest
