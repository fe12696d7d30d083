// The case itself: every element within the bound, and rows that see nothing exactly as declared.
#include "harness/numbers.hpp"
#include "harness/probes/probe.hpp"
#include "harness/problem.hpp"
#include "reference/power.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::harness {

namespace {

void read_seeing(const Question& question, const Row& row, Observed& observed) {
  const reference::Expected& expected = observed.expected[row.step];
  const Comparison found = compare_row(question, expected, observed.answer[row.step], row);
  const bool ill = is_ill_conditioned(expected, row);
  if (!found.finite) {
    // Where the reference itself is not finite (an alibi slope that is infinite in f16), nothing can be
    // wrong.
    if (!std::isfinite(found.worst.expected)) return;
    if (may_overflow(expected, row)) return;
    observed.nonfinite.push_back({.row = row, .value = found.worst});
    // No bound holds nan or inf. As infinity it stays the largest ratio; a nan would get lost in std::max.
    if (question.declaration.numeric) observed.rho = std::numeric_limits<double>::infinity();
    return;
  }
  if (ill || !question.declaration.numeric) return;
  observed.rho = std::max(observed.rho.value_or(0), found.ratio);
  if (found.ratio > 1) {
    observed.numbers.push_back({.row = row, .value = found.worst});
    return;
  }
  const Comparison likely = compare_row_with_likely(question, expected, observed.answer[row.step], row);
  if (likely.ratio > 1) observed.suspicious.push_back({.row = row, .value = likely.worst});
}

/// Every element of a row against one exact value.
void read_exact(const Question& question, const Row& row, double wanted, Observed& observed) {
  const std::span<const double> elements = elements_of(question, observed.answer[row.step], row);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const bool right = std::isnan(wanted) ? std::isnan(elements[i]) : elements[i] == wanted;
    if (right) continue;
    const reports::Value value{
        .channel = static_cast<std::int64_t>(i), .expected = wanted, .actual = elements[i], .bound = 0};
    observed.empty.push_back({.row = row, .value = value});
    return;
  }
}

void read_mean(const Question& question, const Row& row, const reference::Expected& mean,
               Observed& observed) {
  if (question.right[row.step].slots == 0) return; // nobody can promise the mean of nothing
  const Comparison found = compare_row(question, mean, observed.answer[row.step], row);
  // With nan in an unwritten slot the mean itself is nan.
  if (std::isnan(found.worst.expected) && std::isnan(found.worst.actual)) return;
  if (!found.finite || !(found.ratio <= 1)) observed.empty.push_back({.row = row, .value = found.worst});
}

void read_empty(const Question& question, const Row& row, const reference::Expected& mean,
                Observed& observed) {
  switch (question.empty_row) {
  case EmptyRow::zero: return read_exact(question, row, 0, observed);
  case EmptyRow::nan: return read_exact(question, row, std::numeric_limits<double>::quiet_NaN(), observed);
  case EmptyRow::mean: return read_mean(question, row, mean, observed);
  case EmptyRow::unspecified: return;
  }
}

bool has_empty_rows(const Question& question, std::size_t step) {
  const std::vector<RowKind>& kinds = question.kinds[step];
  return std::find(kinds.begin(), kinds.end(), RowKind::empty) != kinds.end();
}

void read_step(const Question& question, std::size_t step, Observed& observed) {
  const StepPlan& plan = question.plan[step];
  const Profile& profile = question.declaration.profile;
  const reference::Returned returned =
      reference::returned_at(question.value, question.calls, plan, question.own);
  observed.expected.push_back(
      reference::attend(question.value, plan, question.own[step], returned, question.right[step], profile));
  if (question.declaration.numeric)
    observed.power.push_back(
        reference::power_of(question.value, returned, question.right[step], observed.expected.back()));
  reference::Expected mean;
  if (question.empty_row == EmptyRow::mean && has_empty_rows(question, step))
    mean = reference::uniform(question.value, plan, returned, profile);
  visit_rows(question, static_cast<std::int64_t>(step), [&](const Row& row) {
    if (kind_of(question, row) == RowKind::seeing)
      read_seeing(question, row, observed);
    else
      read_empty(question, row, mean, observed);
  });
}

} // namespace

Probe bound_check() {
  return {.name = "bound",
          .asked = [](const Question& question) { return question.value; },
          .impossible = [](const Question&) { return std::optional<std::string>{}; },
          .runs = [](const Question&) { return std::int64_t{1}; },
          .tensors = [](const Question& question,
                        std::int64_t) { return tensors_of(question.value, question.own); },
          .read =
              [](const Question& question, std::int64_t, const Outputs& outputs, Observed& observed) {
                observed.answer = outputs;
                for (std::size_t step = 0; step < question.plan.size(); ++step)
                  read_step(question, step, observed);
              }};
}

} // namespace attest::harness
