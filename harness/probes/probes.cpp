// The list of probes and what several of them share.
#include "harness/probes/probe.hpp"

#include "harness/numbers.hpp"

namespace attest::harness {

namespace {

reference::Array4 filled(const reference::Array4& like, double value) {
  return {.shape = like.shape, .values = std::vector<double>(like.values.size(), value)};
}

reference::Array4 filled_by_head(const reference::Array4& like, const Constants& constants, Dtype dtype) {
  reference::Array4 array = filled(like, 0);
  const auto [rows, heads, tokens, channels] = like.shape;
  std::size_t i = 0;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t head = 0; head < heads; ++head)
      for (std::int64_t element = 0; element < tokens * channels; ++element)
        array.values[i++] = round_to(dtype, constants.v + constants.v_per_head * static_cast<double>(head));
  return array;
}

/// A backend that quantises in its own way promises no numbers; what these probes look for is far larger than
/// this.
constexpr double loose = 0.25;

} // namespace

const std::vector<Probe>& probes() {
  static const std::vector<Probe> list = {bound_check(), mask_probe(),     zeros_probe(),
                                          leaks_probe(), dominate_probe(), heads_probe(),
                                          sum_probe(),   change_probe(),   poison_probe()};
  return list;
}

Case plain_case(const Question& question) {
  Case plain = question.value;
  plain.alibi.clear();
  plain.sink.clear();
  plain.softcap.reset();
  plain.unfilled = Unfilled::zeros;
  return plain;
}

reference::Problem constant_problem(const Question& question, const Constants& constants) {
  reference::Problem problem;
  for (const reference::Fed& fed : question.own)
    problem.push_back({.q = filled(fed.q, constants.q),
                       .k = filled(fed.k, constants.k),
                       .v = filled_by_head(fed.v, constants, question.value.dtype)});
  return problem;
}

std::vector<reference::Expected> expected_of(const Question& question, const Case& asked,
                                             const reference::Problem& problem) {
  std::vector<reference::Expected> expected;
  for (std::size_t step = 0; step < question.plan.size(); ++step)
    expected.push_back(
        reference::attend(asked, question.plan[step], problem[step],
                          reference::returned_at(asked, question.calls, question.plan[step], problem),
                          question.right[step], question.declaration.profile));
  return expected;
}

bool may_overflow(const reference::Expected& expected, const Row& row) {
  constexpr double overflows = 16;
  return !(expected.max_d.at(row.batch, row.head, row.query, 0) < overflows);
}

std::vector<WrongNumber> rows_beyond_bound(const Question& question,
                                           const std::vector<reference::Expected>& expected,
                                           const Outputs& outputs, Observed& observed) {
  std::vector<WrongNumber> wrong;
  const double slack = question.declaration.numeric ? 0 : loose;
  visit_rows(question, [&](const Row& row) {
    if (kind_of(question, row) != RowKind::seeing) return;
    const Comparison found = compare_row(question, expected[row.step], outputs[row.step], row);
    if (!found.finite && !may_overflow(expected[row.step], row))
      observed.nonfinite.push_back({.row = row, .value = found.worst});
    else if (found.finite && found.ratio > 1 && std::abs(found.worst.actual - found.worst.expected) > slack)
      wrong.push_back({.row = row, .value = found.worst});
  });
  return wrong;
}

} // namespace attest::harness
