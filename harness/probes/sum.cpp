// The sum probe: the case's own q and k, its sink, and v = 1: the row must hold what its weights sum to, 1
// without a sink.
//
// Sees what is counted in the normaliser but not read, or read but not counted, and a sink that is left out:
// a relative error that random v hides. Does not see: which keys are read, as long as their weights sum to 1.
#include "harness/probes/probe.hpp"
#include "harness/problem.hpp"

#include <algorithm>

namespace attest::harness {

namespace {

Case case_of_sum(const Question& question) {
  Case asked = plain_case(question);
  asked.sink = question.value.sink;
  return asked;
}

reference::Problem problem_of_sum(const Question& question) {
  reference::Problem problem = question.own;
  for (reference::Fed& fed : problem) std::fill(fed.v.values.begin(), fed.v.values.end(), 1.0);
  return problem;
}

/// Without a sink any weights sum to 1; with one the sum depends on scores, which a quantiser of the
/// backend's own may shift.
std::optional<std::string> reason(const Question& question) {
  if (question.declaration.numeric || question.value.sink.empty()) return {};
  return "promises no numbers (numeric is false), and with a sink the weights may sum to anything";
}

} // namespace

std::vector<reference::Expected> sums_over(const Question& question,
                                           const std::vector<reference::Cells>& cells) {
  const Case asked = case_of_sum(question);
  const reference::Problem problem = problem_of_sum(question);
  std::vector<reference::Expected> expected;
  for (std::size_t step = 0; step < question.plan.size(); ++step)
    expected.push_back(
        reference::attend(asked, question.plan[step], problem[step],
                          reference::returned_at(asked, question.calls, question.plan[step], problem),
                          cells[step], question.declaration.profile));
  return expected;
}

Probe sum_probe() {
  return {.name = "sum",
          .asked = case_of_sum,
          .impossible = reason,
          .runs = [](const Question&) { return std::int64_t{1}; },
          .tensors = [](const Question& question,
                        std::int64_t) { return tensors_of(question.value, problem_of_sum(question)); },
          .read =
              [](const Question& question, std::int64_t, const Outputs& outputs, Observed& observed) {
                observed.sum =
                    rows_beyond_bound(question, sums_over(question, question.right), outputs, observed);
              }};
}

} // namespace attest::harness
