// Rule 1 of CONTRACT section 12: only rows that see nothing are wrong; numbers that are not finite.
#include "harness/classes/class.hpp"

#include "harness/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace attest::harness {

namespace {

using Holds = std::function<bool(const Facts&, const WrongNumber&)>;

std::span<const double> elements_of(const Facts& facts, const WrongNumber& wrong) {
  return harness::elements_of(facts.question, facts.observed.answer[wrong.row.step], wrong.row);
}

bool holds_nan(const Facts& facts, const WrongNumber& wrong) {
  const std::span<const double> elements = elements_of(facts, wrong);
  return std::all_of(elements.begin(), elements.end(), [](double x) { return std::isnan(x); });
}

bool holds_zero(const Facts& facts, const WrongNumber& wrong) {
  const std::span<const double> elements = elements_of(facts, wrong);
  return std::all_of(elements.begin(), elements.end(), [](double x) { return x == 0; });
}

bool all_hold(const Facts& facts, const Holds& holds) {
  const std::vector<WrongNumber>& rows = facts.observed.empty;
  return std::all_of(rows.begin(), rows.end(), [&](const WrongNumber& wrong) { return holds(facts, wrong); });
}

/// Every wrong row holds the mean of v over all returned slots.
bool all_uniform(const Facts& facts) {
  const Question& question = facts.question;
  for (const StepPlan& plan : question.plan) {
    const auto is_here = [&](const WrongNumber& wrong) { return wrong.row.step == plan.step; };
    const std::vector<WrongNumber>& rows = facts.observed.empty;
    if (std::none_of(rows.begin(), rows.end(), is_here)) continue;
    const reference::Expected mean = reference::uniform(
        question.value, plan, reference::returned_at(question.value, question.calls, plan, question.own),
        question.declaration.profile);
    for (const WrongNumber& wrong : rows) {
      if (!is_here(wrong)) continue;
      const Comparison found = compare_row(question, mean, facts.observed.answer[plan.step], wrong.row);
      if (!found.finite || !(found.ratio <= 1)) return false;
    }
  }
  return true;
}

std::string name_of_rows(const Facts& facts) {
  if (all_hold(facts, holds_nan)) return "row.nan";
  if (all_hold(facts, holds_zero)) return "row.zero";
  return all_uniform(facts) ? "row.uniform" : "row.value";
}

} // namespace

std::vector<Class> classes_of_rows(const Facts& facts) {
  const Observed& observed = facts.observed;
  if (!observed.nonfinite.empty()) return {{.name = "nonfinite", .says = "", .basis = Basis::nonfinite}};
  if (facts.cells.rows > 0 || has_wrong_numbers(observed)) return {};
  // Rows that see something suffer from nan that they must not read: no finite number explains more.
  if (!observed.poison.empty()) return {{.name = "nonfinite", .says = "", .basis = Basis::poison}};
  if (observed.empty.empty()) return {};
  return {{.name = name_of_rows(facts), .says = "", .basis = Basis::empty}};
}

} // namespace attest::harness
