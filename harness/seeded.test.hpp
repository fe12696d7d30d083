// A backend judged in the tests' own process, without a testee; and seeded faults on lines that show them.
#pragma once

#include "backends/seeded/seeded.hpp"
#include "cases/testing.hpp"
#include "harness/judge.hpp"
#include "reference/rules.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace attest::testing {

/// What the backend answers, refuses or throws.
inline harness::Observation observation_of(const backends::Backend& backend,
                                           const harness::Request& request) {
  try {
    return {.result = harness::Answer{backend.run({.backend = request.backend,
                                                   .line = request.line,
                                                   .value = request.value,
                                                   .plan = request.plan,
                                                   .want_mask = request.want_mask,
                                                   .tensors = request.tensors})},
            .stderr_text = ""};
  } catch (const backends::Refused& refusal) {
    return {.result = harness::RefusedAnswer{refusal.what(), refusal.feature}, .stderr_text = ""};
  } catch (const backends::Threw& error) {
    return {.result = harness::ThrewAnswer{error.what(), error.step}, .stderr_text = ""};
  }
}

/// The verdict on the backend's own answers under this declaration.
inline harness::Judgement judge_backend(const Case& value, const backends::Backend& backend,
                                        const Declaration& declaration) {
  return harness::judge_with(value, declaration, [&](const std::vector<harness::Request>& requests) {
    std::vector<harness::Observation> observations;
    for (const harness::Request& request : requests) observations.push_back(observation_of(backend, request));
    return observations;
  });
}

inline harness::Judgement judge_backend(const std::string& line, const backends::Backend& backend) {
  return judge_backend(reference::read_line(line), backend, backend.declaration);
}

/// A line that shows the fault of a mutant, and the class that the judge must give it there.
struct Witness {
  std::string mutant;
  std::string line;
  std::string kind;
};

inline const backends::Mutant& mutant_named(const std::string& name) {
  for (const backends::Mutant& mutant : backends::mutants())
    if (mutant.backend.declaration.name == name) return mutant;
  throw std::logic_error("there is no mutant " + name);
}

inline void check_witness(const Witness& witness) {
  const backends::Mutant& mutant = mutant_named(witness.mutant);
  const harness::Judgement judgement = judge_backend(witness.line, mutant.backend);
  CHECK((judgement.verdict == reports::Verdict::disagrees || judgement.verdict == reports::Verdict::broke));
  CHECK(judgement.kind == witness.kind);
  CHECK(std::count(mutant.expects.begin(), mutant.expects.end(), judgement.kind) == 1);
}

} // namespace attest::testing
