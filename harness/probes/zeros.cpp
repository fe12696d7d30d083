// The zeros probe: every fed key scores -16, so that an unwritten slot of zeros, which scores 0, takes nearly
// all the weight.
#include "harness/probes/constants.hpp"
#include "harness/problem.hpp"

namespace attest::harness {

namespace {

constexpr double score = -16;

std::optional<std::string> reason(const Question& question) {
  if (constants_for(question, score)) return {};
  return "with this scale and dtype no q and k score -16";
}

} // namespace

Probe zeros_probe() {
  return {
      .name = "zeros",
      .asked = plain_case,
      .impossible = reason,
      .runs = [](const Question&) { return std::int64_t{1}; },
      .tensors =
          [](const Question& question, std::int64_t) {
            return tensors_of(question.value, constant_problem(question, *constants_for(question, score)));
          },
      .read =
          [](const Question& question, std::int64_t, const Outputs& outputs, Observed& observed) {
            const reference::Problem problem = constant_problem(question, *constants_for(question, score));
            observed.zeros = rows_beyond_bound(question, expected_of(question, plain_case(question), problem),
                                               outputs, observed);
          }};
}

} // namespace attest::harness
