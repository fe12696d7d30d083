// Whether a case that a move has made can be judged.
#pragma once

#include "cases/case.hpp"

namespace attest::harness {

/// True if it passes validate and reference::check.
bool is_valid(const Case&);

} // namespace attest::harness
