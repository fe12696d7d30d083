// The rules of the case language that need slots: size, evicted, and equal rows for a mask without a batch
// dimension.
#pragma once

#include "cases/case.hpp"

#include <string>

namespace attest::reference {

/// Throws InputError (size, conflict, evicted); call after attest::validate. Sizes are checked before
/// anything is computed.
void check(const Case&);

/// parse_line and check in one: a case that can be judged.
Case read_line(const std::string& line);

} // namespace attest::reference
