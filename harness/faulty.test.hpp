// What the tests of the harness share: testees that misbehave (testees/faulty.py), and requests to them.
#pragma once

#include "cases/testing.hpp"
#include "harness/testee.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

namespace attest::testing {

using namespace std::chrono_literals;

inline std::string python() {
  const char* path = std::getenv("ATTEST_PYTHON");
  return path ? path : "python3";
}

/// The command of a faulty testee. -I -S: a start takes milliseconds.
inline std::vector<std::string> faulty_command(const std::string& mode) {
  return {python(), "-I", "-S", "-B", source_path("harness/testees/faulty.py"), mode};
}

/// A testee that has this fault. The timeout is ample for those that answer; those that hang get a shorter
/// one.
inline harness::TesteeOptions faulty(const std::string& mode, std::chrono::milliseconds timeout = 20s) {
  return {.command = faulty_command(mode), .timeout = timeout, .hello_timeout = 20s, .stop_timeout = 5s};
}

/// A request of `tokens` tokens with v = first, first + 1, ...; the testee's fault strikes if it is cursed.
inline harness::Request request_of(bool cursed, std::int64_t tokens = 2, double first = 1) {
  const std::vector<std::int64_t> shape = {1, 1, tokens, 8};
  Tensor values = zeros(Element::f32, shape);
  for (std::int64_t i = 0; i < count_of(shape); ++i) set(values, i, first + static_cast<double>(i % 1000));
  Case value;
  value.steps = {Entry(Feed{tokens})};
  value.seed = cursed ? 13 : 0;
  return {
      .backend = "echo",
      .line = "steps=" + std::to_string(tokens) + (cursed ? " seed=13" : ""),
      .value = with_defaults(value),
      .plan = {{.step = 0, .before = 0, .q0 = 0, .fresh = tokens, .slots = {{0, tokens}}, .sequence = {0}}},
      .want_mask = false,
      .tensors = {{"q.0", zeros(Element::f32, shape)}, {"k.0", zeros(Element::f32, shape)}, {"v.0", values}}};
}
inline harness::Request right(double first = 1) { return request_of(false, 2, first); }
inline harness::Request cursed() { return request_of(true); }

/// True if this is the right answer to that request.
inline bool answers(const harness::Observation& observation, const harness::Request& request) {
  const auto* answer = std::get_if<harness::Answer>(&observation.result);
  return answer && answer->tensors == std::vector<NamedTensor>{{"out.0", request.tensors.back().tensor}};
}

/// How it broke; fails the test if it did not.
inline harness::Broken broken(const harness::Observation& observation) {
  REQUIRE(std::holds_alternative<harness::Broken>(observation.result));
  return std::get<harness::Broken>(observation.result);
}

/// Asks for a right case, a cursed one and another right one. The first must be answered and the last left
/// out; then the testee, started again, must answer the last. Gives what the cursed one came to.
inline harness::Observation curse(const harness::TesteeOptions& options) {
  harness::Testee testee(options);
  const auto observations = testee.ask({right(1), cursed(), right(2)});
  REQUIRE(observations.size() == 3);
  CHECK(answers(observations[0], right(1)));
  CHECK(std::holds_alternative<harness::NotAsked>(observations[2].result));
  CHECK(answers(testee.ask({right(2)}).front(), right(2)));
  return observations[1];
}

inline std::ptrdiff_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return std::distance(begin(all), end(all));
}

/// True if that process has ended (or is only waiting for init to collect it).
inline bool is_gone(const std::string& pid) {
  const std::string path = "/proc/" + pid + "/stat";
  for (int tries = 0; tries < 200; ++tries) {
    std::FILE* file = std::fopen(path.c_str(), "r");
    if (!file) return true;
    char letter = '?';
    const int read = std::fscanf(file, "%*d (%*[^)]) %c", &letter);
    std::fclose(file);
    if (read != 1 || letter == 'Z' || letter == 'X') return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

} // namespace attest::testing
