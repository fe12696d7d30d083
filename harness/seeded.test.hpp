// A backend judged in the tests' own process, without a testee.
#pragma once

#include "backends/backend.hpp"
#include "harness/judge.hpp"
#include "reference/rules.hpp"

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

} // namespace attest::testing
