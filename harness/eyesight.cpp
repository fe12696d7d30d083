#include "harness/eyesight.hpp"

#include "harness/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::harness {

double power_at(const Question& question, const Observed& observed, const Row& row) {
  if (observed.power.empty() || kind_of(question, row) != RowKind::seeing)
    return std::numeric_limits<double>::quiet_NaN();
  return observed.power[row.step].at(row.batch, row.head, row.query, 0);
}

bool numbers_can_show(const Question& question, const Observed& observed, const Row& row) {
  if (!question.declaration.numeric || is_ill_conditioned(observed.expected[row.step], row)) return false;
  return !(power_at(question, observed, row) >= 1); // without a figure there is nothing to leak, but to drop
}

void note_eyesight(const Question& question, const Observed& observed, Judgement& judgement) {
  judgement.probed = observed.probed;
  visit_rows(question, [&](const Row& row) {
    judgement.sees = judgement.sees || kind_of(question, row) == RowKind::seeing;
    const double power = power_at(question, observed, row);
    if (!std::isnan(power)) judgement.power = std::max(judgement.power.value_or(0), power);
  });
  judgement.suspicious = judgement.verdict != reports::Verdict::disagrees && !observed.suspicious.empty();
}

} // namespace attest::harness
