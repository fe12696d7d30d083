// Random cases for properties: valid by every rule that needs no slots, made from a list of choices so that
// RapidCheck can shrink them (a choice of 0 is always the plainest).
#pragma once

#include "cases/case.hpp"
#include "cases/testing.hpp"

#include <cstdint>
#include <ostream>
#include <vector>

namespace attest::testing {

/// A case from choices; the same choices give the same case.
Case case_from_choices(const std::vector<std::uint32_t>& choices);

/// A mask of at most 8 terms in normal form; documents have one list or `batch` lists.
Mask mask_from_choices(const std::vector<std::uint32_t>& choices, std::int64_t batch);

inline rc::Gen<std::vector<std::uint32_t>> choices(std::size_t count) {
  return rc::gen::container<std::vector<std::uint32_t>>(count, rc::gen::arbitrary<std::uint32_t>());
}

inline rc::Gen<Case> random_case() { return rc::gen::map(choices(200), case_from_choices); }

} // namespace attest::testing

namespace attest {
/// How RapidCheck shows a counterexample: as its line.
void showValue(const Case&, std::ostream&);
} // namespace attest
