// The dominate probe: keys outside a seen-set score 60 more than those in it, so that a mask which only
// weakens a key, or holds only while scores are small, gives the row to it. With v = 0 in the set and 1024
// outside the rows of the set must hold exactly 0.
//
// Sees any leak of a fed key unless the number that was meant to hide it is so large that the weight is 0 in
// the dtype: about -145 in f32 and bf16, -75 in f16. Does not see: drops, unwritten slots (they score between
// both), rows whose set was not among the 8.
#include "harness/keys.hpp"
#include "harness/numbers.hpp"
#include "harness/probes/constants.hpp"
#include "harness/probes/hidden.hpp"
#include "harness/problem.hpp"

#include <cmath>

namespace attest::harness {

namespace {

constexpr double score = 30; ///< of a key outside the set; -30 inside

std::optional<std::string> reason(const Question& question) {
  if (!constants_for(question, score)) return "with this scale and dtype no q and k score 30";
  return keeps_no_zeros(question);
}

void read_dominate(const Question& question, std::int64_t run, const Outputs& outputs, Observed& observed) {
  const std::int64_t set = spread_sets(question)[run];
  visit_rows(question, [&](const Row& row) {
    if (set_of(question, row) != set) return;
    const std::span<const double> held = elements_of(question, outputs[row.step], row);
    const auto worst = std::max_element(held.begin(), held.end(), [](double a, double b) {
      return std::isfinite(a) && (!std::isfinite(b) || std::abs(a) < std::abs(b));
    });
    if (*worst == 0) return;
    const WrongNumber wrong{
        .row = row, .value = {.channel = worst - held.begin(), .expected = 0, .actual = *worst, .bound = 0}};
    (std::isfinite(*worst) ? observed.dominate : observed.nonfinite).push_back(wrong);
  });
}

} // namespace

std::optional<reference::Problem> problem_of_dominate(const Question& question, std::int64_t set) {
  const std::optional<Constants> constants = constants_for(question, score);
  if (!constants) return {};
  const std::vector<std::uint8_t> members = members_of(question, set);
  reference::Problem problem = constant_problem(question, *constants);
  visit_keys(question, 0, fed_keys(question).count, [&](std::int64_t key, const Spot& spot) {
    reference::Fed& fed = problem[spot.step];
    for (std::int64_t head = 0; head < fed.k.shape[1]; ++head) {
      for (std::int64_t c = 0; c < fed.k.shape[3] && members[key]; ++c)
        fed.k.at(spot.row, head, spot.place, c) = -constants->k;
      for (std::int64_t c = 0; c < fed.v.shape[3]; ++c)
        fed.v.at(spot.row, head, spot.place, c) = members[key] ? 0 : hidden_value;
    }
  });
  return problem;
}

Probe dominate_probe() {
  return {.name = "dominate",
          .asked = plain_case,
          .impossible = reason,
          .runs = [](const Question& question) -> std::int64_t { return spread_sets(question).size(); },
          .tensors =
              [](const Question& question, std::int64_t run) {
                return tensors_of(question.value,
                                  problem_of_dominate(question, spread_sets(question)[run]).value());
              },
          .read = read_dominate};
}

} // namespace attest::harness
