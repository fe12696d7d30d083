// The poison probe: the case's own problem with NaN in every slot that nobody has written, for backends that
// declare to take it. A mask that multiplies by 0, or adds a large number, shows at once.
//
// Sees any arithmetic on unwritten slots. Does not see: anything about fed keys.
#include "harness/numbers.hpp"
#include "harness/probes/probe.hpp"
#include "harness/problem.hpp"

#include <cmath>

namespace attest::harness {

namespace {

Case case_of_poison(const Question& question) {
  Case asked = question.value;
  asked.unfilled = Unfilled::nan;
  return asked;
}

/// The right answer is that to the case itself: no row may read an unwritten slot.
void read_poison(const Question& question, std::int64_t, const Outputs& outputs, Observed& observed) {
  visit_rows(question, [&](const Row& row) {
    if (kind_of(question, row) != RowKind::seeing) return;
    const reference::Expected& expected = observed.expected[row.step];
    const Comparison found = compare_row(question, expected, outputs[row.step], row);
    const bool overflows = may_overflow(expected, row) || !std::isfinite(found.worst.expected);
    const bool wrong = found.finite ? question.declaration.numeric && found.ratio > 1 : !overflows;
    if (wrong) observed.poison.push_back({.row = row, .value = found.worst});
  });
}

} // namespace

Probe poison_probe() {
  return {.name = "poison",
          .asked = case_of_poison,
          .impossible = [](const Question&) { return std::optional<std::string>{}; },
          .runs = [](const Question& question) -> std::int64_t {
            return has_unwritten(question) && question.value.unfilled != Unfilled::nan;
          },
          .tensors = [](const Question& question,
                        std::int64_t) { return tensors_of(question.value, question.own); },
          .read = read_poison};
}

} // namespace attest::harness
