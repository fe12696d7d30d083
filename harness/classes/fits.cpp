// Whether cells that a mistake would read are what was read: by the reads, or without them by the
// numbers.
#include "harness/classes/hypothesis.hpp"

#include "harness/numbers.hpp"

#include <algorithm>

namespace attest::harness {

namespace {

using reference::Cells;

bool has_strays(const StepReads& reads, std::size_t row) {
  const auto before = [](const Stray& stray, std::size_t wanted) { return stray.row < wanted; };
  const auto found = std::lower_bound(reads.strays.begin(), reads.strays.end(), row, before);
  return found != reads.strays.end() && found->row == row;
}

bool sees_nothing(const Cells& cells, std::int64_t batch, std::int64_t query) {
  for (std::int64_t slot = 0; slot < cells.slots; ++slot)
    if (cells.at(batch, query, slot)) return false;
  return true;
}

bool is_wrong_empty(const Facts& facts, const Row& row) {
  const std::vector<WrongNumber>& rows = facts.observed.empty;
  const auto before = [](const WrongNumber& wrong, const Row& wanted) { return wrong.row < wanted; };
  const auto found = std::lower_bound(rows.begin(), rows.end(), row, before);
  return found != rows.end() && found->row == row;
}

/// True if the row read exactly the slots for which `shows` is true, as far as rounding can tell.
template <class Shows> bool read_exactly(const Facts& facts, const Row& row, Shows&& shows) {
  const StepReads& reads = (*facts.reads)[row.step];
  const std::size_t index = index_of(facts.question, row);
  if (!reads.finite[index] || has_strays(reads, index)) return false;
  std::int64_t unwritten = 0;
  for (std::int64_t slot = 0; slot < reads.slots; ++slot) {
    const bool shown = shows(slot);
    if (facts.question.tokens[row.step][slot] < 0)
      unwritten += shown ? 1 : 0;
    else if (shown != (reads.weight[index * reads.slots + slot] != 0))
      return false;
  }
  const Extra extra = extra_of(facts.question, reads, index);
  const auto number = static_cast<double>(unwritten);
  return number >= extra.low && number <= extra.high;
}

/// True if a row looks as one that sees nothing does under the declared policy (the probe has no sink).
bool reads_nothing(const Facts& facts, const Row& row) {
  const StepReads& reads = (*facts.reads)[row.step];
  const std::size_t index = index_of(facts.question, row);
  switch (empty_row_of(facts.question.declaration, facts.question.value)) {
  case EmptyRow::zero: return reads.finite[index] && reads.count[index] == 0;
  case EmptyRow::nan: return !reads.finite[index];
  case EmptyRow::mean: return read_exactly(facts, row, [](std::int64_t) { return true; });
  case EmptyRow::unspecified: return true;
  }
  return false;
}

/// True if the cells differ from the right ones in a judged row, `of_tokens`: at a written slot.
bool differs(const Question& question, std::int64_t step, const Cells& cells, bool of_tokens) {
  const Cells& right = question.right[step];
  bool found = false;
  visit_rows(question, step, [&](const Row& row) {
    if (found || row.head > 0 || kind_of(question, row) != RowKind::seeing) return;
    for (std::int64_t slot = 0; slot < cells.slots && !found; ++slot)
      found = cells.at(row.batch, row.query, slot) != right.at(row.batch, row.query, slot) &&
              (!of_tokens || question.tokens[step][slot] >= 0);
  });
  return found;
}

/// True if the cells show something to a judged row. A mistake that hides everything from all rows can't be
/// told from one that shows everything, where rows that see nothing hold the mean.
bool shows_something(const Question& question, std::int64_t step, const Cells& cells) {
  bool found = false;
  visit_rows(question, step, [&](const Row& row) {
    if (kind_of(question, row) == RowKind::seeing)
      found = found || !sees_nothing(cells, row.batch, row.query);
  });
  return found;
}

bool step_fits(const Facts& facts, std::int64_t step, const Cells& cells) {
  bool all = true;
  visit_rows(facts.question, step,
             [&](const Row& row) { all = all && row_fits(facts, row, cells, row.batch); });
  return all;
}

bool reading_fits(const Facts& facts, const Reading& reading, bool of_tokens) {
  bool wrong = false;
  bool shows = false;
  std::vector<Cells> all;
  for (const StepPlan& plan : facts.question.plan) {
    Cells cells = reading(facts.question, plan.step);
    wrong = wrong || differs(facts.question, plan.step, cells, of_tokens);
    shows = shows || shows_something(facts.question, plan.step, cells);
    if (facts.reads && !step_fits(facts, plan.step, cells)) return false;
    if (!facts.reads) all.push_back(std::move(cells));
  }
  if (!wrong || !shows) return false;
  if (facts.reads) return true;
  return explains(facts.question, facts.observed, facts.question.value, all);
}

} // namespace

bool row_fits(const Facts& facts, const Row& row, const Cells& cells, std::int64_t as) {
  // A row that the second round did not look at says nothing for or against.
  const std::vector<std::uint8_t>& looked = (*facts.reads)[row.step].looked;
  if (!looked.empty() && !looked[index_of(facts.question, row)]) return true;
  const bool nothing = sees_nothing(cells, as, row.query);
  const auto shows = [&](std::int64_t slot) { return cells.at(as, row.query, slot) != 0; };
  if (kind_of(facts.question, row) == RowKind::seeing)
    return nothing ? reads_nothing(facts, row) : read_exactly(facts, row, shows);
  if (facts.question.empty_row == EmptyRow::unspecified) return true;
  // A row that should see nothing and holds what it should has read nothing.
  if (!is_wrong_empty(facts, row)) return nothing;
  return !nothing && read_exactly(facts, row, shows);
}

bool fits(const Facts& facts, const Hypothesis& hypothesis) {
  const bool has_wrong = facts.reads ? facts.cells.rows > 0 : !facts.observed.numbers.empty();
  if (!has_wrong || !hypothesis.applies(facts.question)) return false;
  return std::any_of(hypothesis.readings.begin(), hypothesis.readings.end(), [&](const Reading& reading) {
    return reading_fits(facts, reading, hypothesis.of_tokens);
  });
}

} // namespace attest::harness
