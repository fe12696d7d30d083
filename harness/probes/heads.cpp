// The heads probe: v holds 1 + the number of its kv head, so that a row says whose values it was given.
#include "harness/probes/probe.hpp"

#include "harness/problem.hpp"

namespace attest::harness {

namespace {

constexpr Constants constants{.q = 0, .k = 1, .v = 1, .v_per_head = 1};

reference::Problem problem_of_heads(const Question& question) {
  reference::Problem problem = constant_problem(question, constants);
  // Scores are 0 whatever k is: the case's own, so that no kernel meets something special.
  for (std::size_t step = 0; step < problem.size(); ++step) problem[step].k = question.own[step].k;
  return problem;
}

void read_heads(const Question& question, std::int64_t, const Outputs& outputs, Observed& observed) {
  observed.heads = rows_beyond_bound(
      question, expected_of(question, plain_case(question), problem_of_heads(question)), outputs, observed);
  for (WrongNumber& wrong : observed.heads) wrong.value.kv_head = kv_head_of(question.value, wrong.row.head);
}

} // namespace

Probe heads_probe() {
  return {.name = "heads",
          .asked = plain_case,
          // With one kv head there is no other to be given.
          .impossible = [](const Question&) { return std::optional<std::string>{}; },
          .runs = [](const Question& question) { return std::int64_t{question.value.kv_heads > 1}; },
          .tensors = [](const Question& question,
                        std::int64_t) { return tensors_of(question.value, problem_of_heads(question)); },
          .read = read_heads};
}

} // namespace attest::harness
