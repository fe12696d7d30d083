#include "harness/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::harness {

std::span<const double> elements_of(const Question& question, const std::vector<double>& answer,
                                    const Row& row) {
  const auto channels = static_cast<std::size_t>(question.value.value_dim);
  return std::span(answer).subspan(index_of(question, row) * channels, channels);
}

namespace {

/// What an answer is held against.
struct Target {
  const reference::Array4& out;
  const reference::Array4& bound;
};

Comparison compare(const Target& target, std::span<const double> elements, const Row& row) {
  Comparison found{.ratio = -1};
  for (std::size_t i = 0; i < elements.size() && found.finite; ++i) {
    const auto channel = static_cast<std::int64_t>(i);
    const double right = target.out.at(row.batch, row.head, row.query, channel);
    const double bound = target.bound.at(row.batch, row.head, row.query, channel);
    const double measured = std::abs(elements[i] - right) / bound;
    const double ratio = std::isnan(measured) ? std::numeric_limits<double>::infinity() : measured;
    found.finite = std::isfinite(elements[i]);
    if (found.finite && !(ratio > found.ratio)) continue;
    found.ratio = ratio;
    found.worst = {.channel = channel, .expected = right, .actual = elements[i], .bound = bound};
  }
  found.ratio = std::max(found.ratio, 0.0);
  return found;
}

} // namespace

Comparison compare_row(const Question& question, const reference::Expected& expected,
                       const std::vector<double>& answer, const Row& row) {
  return compare({expected.out, expected.bound}, elements_of(question, answer, row), row);
}

Comparison compare_row_with_likely(const Question& question, const reference::Expected& expected,
                                   const std::vector<double>& answer, const Row& row) {
  return compare({expected.out, expected.likely}, elements_of(question, answer, row), row);
}

bool is_ill_conditioned(const reference::Expected& expected, const Row& row) {
  return !(expected.max_d.at(row.batch, row.head, row.query, 0) <= 0.1);
}

namespace {

/// True if the row has what the changed reference gives; a row that sees nothing then is taken as it is.
bool fits(const Question& question, const reference::Expected& changed, const std::vector<double>& answer,
          const Row& row) {
  if (std::isnan(changed.out.at(row.batch, row.head, row.query, 0))) return true;
  const Comparison found = compare_row(question, changed, answer, row);
  return found.finite && found.ratio <= 1;
}

bool step_fits(const Question& question, const Observed& observed, const reference::Expected& changed,
               std::int64_t step) {
  bool all = true;
  visit_rows(question, step, [&](const Row& row) {
    if (kind_of(question, row) == RowKind::seeing)
      all = all && fits(question, changed, observed.answer[row.step], row);
  });
  return all;
}

} // namespace

bool explains(const Question& question, const Observed& observed, const Case& changed,
              const std::vector<reference::Cells>& cells) {
  bool measured = false;
  for (std::size_t step = 0; step < question.plan.size(); ++step) {
    const StepPlan& plan = question.plan[step];
    const reference::Returned returned = reference::returned_at(changed, question.calls, plan, question.own);
    reference::Expected expected = reference::attend(changed, plan, question.own[step], returned, cells[step],
                                                     question.declaration.profile);
    // The case as it is stays within the bound too, so that only the closer one tells them apart.
    if (!observed.repeated.empty()) expected.bound = expected.likely;
    if (!step_fits(question, observed, expected, static_cast<std::int64_t>(step))) return false;
    for (const WrongNumber& wrong : observed.numbers)
      if (wrong.row.step == static_cast<std::int64_t>(step) && !is_ill_conditioned(expected, wrong.row))
        measured = true;
  }
  return measured;
}

} // namespace attest::harness
