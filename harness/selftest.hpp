// The judge on trial: it must find every seeded fault, call it by its name, and accuse no correct variant.
#pragma once

#include "harness/selftest_one.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace attest::harness {

/// Opens a testee of its own, with this much time for a reply, and gives what asks it.
using Open = std::function<Ask(std::chrono::milliseconds timeout)>;

struct Selftest {
  std::vector<backends::Mutant> mutants = {};
  std::vector<backends::Variant> variants = {};
  std::uint64_t seed = 0;
  std::int64_t variant_cases = 100'000; ///< of all variants together, spread evenly
  std::int64_t jobs = 1;                ///< the result does not depend on it
  Open open = {};
  /// Told of the trial so far, on the calling thread.
  std::function<void(const reports::Trial&)> progressed = [](const reports::Trial&) {};
};

/// Each worker has a testee for all; a mutant that is to break its process has one of its own, since it may
/// do so late and spoil the next. After an interruption the trial holds what was done. Throws TesteeFailed.
reports::Trial run_selftest(const Selftest&);

} // namespace attest::harness
