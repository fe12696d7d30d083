// One mutant, or a part of one variant, on trial: what selftest is a loop around.
#pragma once

#include "backends/seeded/seeded.hpp"
#include "harness/judge.hpp"
#include "reports/trial.hpp"

#include <cstdint>
#include <string>

namespace attest::harness {

bool expects(const backends::Mutant&, const std::string& kind);

/// A mutant that this many judged cases do not give away has survived.
inline constexpr std::int64_t most_mutant_cases = 400;

/// Judges cases until one gives the mutant away. A mutant that expects class `declaration` is asked what it
/// does not declare. The case that did is shrunk.
reports::MutantTrial try_mutant(const backends::Mutant&, std::uint64_t seed, const Ask&);

/// A stretch of a variant's cases; parts of one variant are independent of each other.
struct Part {
  std::uint64_t number = 0;
  std::int64_t cases = 0;
};
reports::VariantTrial try_variant(const backends::Variant&, std::uint64_t seed, const Part&, const Ask&);

} // namespace attest::harness
