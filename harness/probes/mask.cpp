// The mask probe: with q = 0 every key that is read weighs 1/reads, and v one-hot over the fed keys says
// which they are.
#include "harness/probes/one_hot.hpp"
#include "harness/problem.hpp"

#include <algorithm>
#include <limits>

namespace attest::harness {

namespace {

std::vector<NamedTensor> tensors_of_mask(const Question& question, std::int64_t run) {
  reference::Problem problem = question.own;
  for (reference::Fed& fed : problem) std::fill(fed.q.values.begin(), fed.q.values.end(), 0.0);
  set_one_hot(question, {.run = run}, problem);
  return tensors_of(question.value, problem);
}

/// Rows that see something and gave no number for a weight.
void note_nonfinite(const Question& question, Observed& observed) {
  visit_rows(question, [&](const Row& row) {
    if (kind_of(question, row) != RowKind::seeing) return;
    if ((*observed.reads)[row.step].finite[index_of(question, row)]) return;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    observed.nonfinite.push_back(
        {.row = row, .value = {.channel = 0, .expected = 0, .actual = nan, .bound = 0}});
  });
}

void read_mask(const Question& question, std::int64_t run, const Outputs& outputs, Observed& observed) {
  if (run == 0) observed.reads = unread(question);
  const auto all = [](const Row&) { return true; };
  read_one_hot(question, {.run = run}, outputs, all, *observed.reads);
  if (run + 1 < runs_of_one_hot(question)) return;
  sort_strays(*observed.reads);
  note_nonfinite(question, observed);
}

} // namespace

Probe mask_probe() {
  return {.name = "mask",
          .asked = plain_case,
          .impossible = [](const Question&) { return std::optional<std::string>{}; },
          .runs = runs_of_one_hot,
          .tensors = tensors_of_mask,
          .read = read_mask};
}

} // namespace attest::harness
