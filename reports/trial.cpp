// The sums over a trial, and its JSON.
#include "reports/trial.hpp"

#include "cases/json.hpp"

#include <algorithm>

namespace attest::reports {
namespace {

/// The upper one where two are in the middle; 0 for none.
std::int64_t median(std::vector<std::int64_t> numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

Json mutant_to_json(const MutantTrial& mutant) {
  const auto of = [&](std::string Accusation::*part) {
    return mutant.killed ? Json(*mutant.killed.*part) : Json(nullptr);
  };
  return {{"name", mutant.name},
          {"expects", mutant.expects},
          {"killed", mutant.killed.has_value()},
          {"class", of(&Accusation::kind)},
          {"oracle", of(&Accusation::oracle)},
          {"cases", mutant.cases},
          {"shrunk", of(&Accusation::shrunk)},
          {"report", mutant.report}};
}

Json totals_to_json(const TrialTotals& totals) {
  return {{"mutants", totals.mutants},
          {"killed", totals.killed},
          {"right_class", totals.right_class},
          {"median_cases", totals.median_cases},
          {"variants", totals.variants},
          {"cases", totals.cases},
          {"alarms", totals.alarms}};
}

} // namespace

bool has_right_class(const MutantTrial& mutant) {
  const auto& expects = mutant.expects;
  return mutant.killed && std::find(expects.begin(), expects.end(), mutant.killed->kind) != expects.end();
}

TrialTotals totals_of(const Trial& trial) {
  TrialTotals totals{.mutants = static_cast<std::int64_t>(trial.mutants.size()),
                     .variants = static_cast<std::int64_t>(trial.variants.size())};
  std::vector<std::int64_t> cases;
  for (const auto& mutant : trial.mutants) {
    if (mutant.killed) cases.push_back(mutant.cases);
    totals.right_class += has_right_class(mutant);
  }
  totals.killed = static_cast<std::int64_t>(cases.size());
  totals.median_cases = median(cases);
  for (const auto& variant : trial.variants) {
    totals.cases += variant.cases;
    totals.alarms += variant.alarms;
  }
  return totals;
}

int exit_code_of(const Trial& trial) {
  const bool found = std::all_of(trial.mutants.begin(), trial.mutants.end(), has_right_class);
  const bool quiet =
      std::all_of(trial.variants.begin(), trial.variants.end(),
                  [](const VariantTrial& variant) { return variant.cases > 0 && variant.alarms == 0; });
  return found && quiet && !trial.incomplete_reason ? 0 : 3;
}

Json trial_to_json(const Trial& trial) {
  Json json = {{"format", "attest-selftest/1"}, {"mutants", Json::array()}, {"variants", Json::array()}};
  for (const auto& mutant : trial.mutants) json["mutants"].push_back(mutant_to_json(mutant));
  for (const auto& variant : trial.variants)
    json["variants"].push_back(
        {{"name", variant.name}, {"cases", variant.cases}, {"alarms", variant.alarms}});
  json["totals"] = totals_to_json(totals_of(trial));
  return json;
}

} // namespace attest::reports
