#include "harness/repeat.hpp"

#include "cases/data.hpp"
#include "harness/broken.hpp"
#include "harness/probes/probe.hpp"
#include "harness/problem.hpp"

namespace attest::harness {

namespace {

constexpr std::uint64_t repeats = 3;
constexpr std::uint64_t largest_seed = (std::uint64_t{1} << 53) - 1;

bool is_odd(const Observed& observed) {
  return !observed.suspicious.empty() || !observed.numbers.empty() || !observed.nonfinite.empty();
}

} // namespace

std::vector<std::uint64_t> other_seeds(const Case& value) {
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 1; i <= repeats; ++i) seeds.push_back((value.seed + i) & largest_seed);
  return seeds;
}

std::optional<Judgement> repeat(const Question& question, const Ask& ask, Observed& observed) {
  const Probe bound = bound_check();
  const std::vector<std::uint64_t> seeds = other_seeds(question.value);
  for (const std::uint64_t seed : seeds) {
    Case value = question.value;
    value.seed = seed;
    const Question again = question_of(value, question.declaration);
    const std::vector<Observation> answers =
        ask({request_of(again, bound.asked(again), bound.tensors(again, 0))});
    if (std::optional<Judgement> broken = broken_by(again, answers)) return broken;
    Observed seen;
    bound.read(again, 0, outputs_of(again, answers.front()), seen);
    if (!is_odd(seen)) return {};
  }
  observed.repeated = seeds;
  observed.numbers = observed.suspicious;
  return {};
}

} // namespace attest::harness
