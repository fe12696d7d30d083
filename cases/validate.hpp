// The rules of the case language that need no slots: ranges, counts, contradictions, overflow.
#pragma once

#include "cases/case.hpp"

#include <string_view>

namespace attest {

/// Throws InputError (range, count, conflict, overflow) with the first rule that the case breaks: first those
/// of each key alone in the order of the table, then those across keys. What needs slots (evicted, size,
/// equal rows of a broadcast mask) is checked by reference/rules.hpp.
void validate(const Case&);

/// The rules of one key alone ("batch", "heads", ...); readers apply them as soon as they have read the key.
void check_key(std::string_view key, const Case&);

} // namespace attest
