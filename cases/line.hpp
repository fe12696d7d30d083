// The case as one line of text: the name of the case, the filter and the repro line.
#pragma once

#include "cases/case.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace attest {

/// Reads a line (CONTRACT section 1) and checks every rule that needs no slots. Throws InputError with the
/// kind that the contract names, and a sentence with the word, its place and what would be accepted (nearest
/// known word suggested).
Case parse_line(std::string_view line);

/// The canonical line: `steps` and every key that differs from its default, in the order of the table.
std::string print_line(const Case&);

/// The full line's words, defaults included: absent numbers read `none`, the default scale `auto`. What
/// `where` patterns of known lists match.
std::vector<std::string> full_words(const Case&);

} // namespace attest
