#include "harness/evidence.hpp"

#include "harness/eyesight.hpp"
#include "harness/probes/hidden.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::harness {

namespace {

constexpr std::size_t most = 16; ///< CONTRACT section 13

const std::vector<WrongNumber>& rows_of(const Observed& observed, Basis basis) {
  switch (basis) {
  case Basis::empty: return observed.empty;
  case Basis::nonfinite: return observed.nonfinite;
  case Basis::heads: return observed.heads;
  case Basis::zeros: return observed.zeros;
  case Basis::leaks: return observed.leaks;
  case Basis::dominate: return observed.dominate;
  case Basis::sum: return observed.sum;
  case Basis::change: return observed.change;
  case Basis::poison: return observed.poison;
  default: return observed.numbers;
  }
}

bool is_known(const Facts& facts, const Row& row) {
  return facts.reads && (*facts.reads)[row.step].finite[index_of(facts.question, row)];
}

std::string expected_row(const Question& question, const Row& row) {
  std::string text;
  const reference::Cells& right = question.right[row.step];
  for (std::int64_t slot = 0; slot < right.slots; ++slot)
    text += right.at(row.batch, row.query, slot) ? '#' : '.';
  return text;
}

std::string actual_row(const Facts& facts, const Difference& difference) {
  if (!is_known(facts, difference.row)) return "";
  const Row& row = difference.row;
  const StepReads& reads = (*facts.reads)[row.step];
  const std::size_t first = index_of(facts.question, row) * static_cast<std::size_t>(reads.slots);
  std::string text;
  for (std::int64_t slot = 0; slot < reads.slots; ++slot) text += reads.weight[first + slot] != 0 ? '#' : '.';
  for (const Leak& leak : difference.leaked)
    if (leak.cell.slot && !leak.cell.token) text[*leak.cell.slot] = '#';
  return text;
}

reports::Evidence evidence_of_row(const Facts& facts, const Difference& difference) {
  const Row& row = difference.row;
  reports::Evidence evidence{.step = row.step, .batch = row.batch, .head = row.head, .query = row.query};
  for (const Leak& leak : difference.leaked) evidence.leaked.push_back(leak.cell);
  evidence.dropped = difference.dropped;
  if (const double power = power_at(facts.question, facts.observed, row); !std::isnan(power))
    evidence.power = power;
  evidence.expected_row = expected_row(facts.question, row);
  evidence.actual_row = actual_row(facts, difference);
  return evidence;
}

/// From the probe zeros: of N keys that score -16 the unwritten slots, which score 0, leave the row N e^-16 /
/// (N e^-16 + slots).
Extra unwritten_by_zeros(const Question& question, const WrongNumber& wrong) {
  const Row& row = wrong.row;
  const std::string seen = expected_row(question, row);
  const double keys = static_cast<double>(std::count(seen.begin(), seen.end(), '#')) * std::exp(-16.0);
  const double left = wrong.value.actual;
  const double infinity = std::numeric_limits<double>::infinity();
  if (!(left > 0)) return {.low = 1, .high = infinity, .middle = 1};
  const double slots = keys * (1 - left) / left;
  // Near its smallest numbers f16 tells no more than the order.
  const double doubt = question.value.dtype == Dtype::f16 ? 2 : 1.25;
  return {.low = slots / doubt, .high = slots * doubt, .middle = slots};
}

/// A leak that no key of the second round explains.
bool is_unlocated(const Class& kind) {
  return kind.basis == Basis::leaks || kind.basis == Basis::dominate || kind.basis == Basis::change;
}

Leak unlocated(const Class& kind, const WrongNumber& wrong) {
  Leak leak{.region = kind.name == "leak.unfilled" ? Region::unfilled : Region::other};
  if (kind.basis != Basis::change) leak.cell.weight = shortened(std::abs(wrong.value.actual) / hidden_value);
  return leak;
}

Difference difference_at(const Facts& facts, const Class& kind, const WrongNumber& wrong) {
  const Question& question = facts.question;
  Difference difference{.row = wrong.row};
  const bool seeing = kind_of(question, wrong.row) == RowKind::seeing;
  if (seeing && is_known(facts, wrong.row)) difference = difference_of(question, *facts.reads, wrong.row);
  if (is_unlocated(kind)) difference.leaked.push_back(unlocated(kind, wrong));
  if (kind.basis != Basis::zeros || unwritten_of(question, wrong.row.step) == 0) return difference;
  Extra extra = unwritten_by_zeros(question, wrong);
  extra.weight = (1 - wrong.value.actual) / std::max(1.0, extra.middle);
  append_unwritten(question, wrong.row, extra, difference.leaked);
  return difference;
}

Proof evidence_of_cells(const Facts& facts) {
  Proof proof{.rows = facts.cells.rows};
  for (const Difference& difference : facts.cells.first)
    proof.evidence.push_back(evidence_of_row(facts, difference));
  return proof;
}

} // namespace

Proof evidence_of(const Facts& facts, const Class& kind) {
  if (kind.basis == Basis::cells) return evidence_of_cells(facts);
  // Several answers may have found the same row: the first one stands for it.
  std::vector<WrongNumber> rows = rows_of(facts.observed, kind.basis);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const WrongNumber& a, const WrongNumber& b) { return a.row < b.row; });
  rows.erase(std::unique(rows.begin(), rows.end(),
                         [](const WrongNumber& a, const WrongNumber& b) { return a.row == b.row; }),
             rows.end());
  Proof proof{.rows = static_cast<std::int64_t>(rows.size())};
  for (std::size_t i = 0; i < std::min(rows.size(), most); ++i) {
    proof.evidence.push_back(evidence_of_row(facts, difference_at(facts, kind, rows[i])));
    proof.evidence.back().value = rows[i].value;
  }
  return proof;
}

} // namespace attest::harness
