// The mask of a call, from what a query may see and where those tokens lie.
#include "reference/cells.hpp"

#include "reference/visible.hpp"

#include <algorithm>

namespace attest::reference {
namespace {

/// One past the largest token in the slots.
std::int64_t tokens_end(const std::vector<SlotRun>& slots) {
  std::int64_t end = 0;
  for (const SlotRun& run : slots)
    if (run.first >= 0) end = std::max(end, run.first + run.count);
  return end;
}

/// Marks the slots of `row` (one byte each) that hold a token of the set.
void mark(std::uint8_t* row, const std::vector<SlotRun>& slots, const Ranges& tokens) {
  for (const SlotRun& run : slots) {
    const Ranges held = run.first < 0 ? Ranges{} : Ranges{{.first = run.first, .end = run.first + run.count}};
    for (const Range& range : intersection(tokens, held))
      std::fill(row + (range.first - run.first), row + (range.end - run.first), std::uint8_t{1});
    row += run.count;
  }
}

} // namespace

Cells cells_of(const Case& in, const StepPlan& plan) {
  Cells cells = {.batch = in.batch, .queries = plan.fresh, .slots = width_of(plan)};
  cells.seen.assign(static_cast<std::size_t>(cells.batch * cells.queries * cells.slots), 0);
  if (cells.seen.empty()) return cells;
  const std::int64_t end = tokens_end(plan.slots);
  for (std::int64_t row = 0; row < in.batch; ++row)
    for (std::int64_t i = 0; i < plan.fresh; ++i)
      mark(&cells.at(row, i, 0), plan.slots, visible_ranges(in, plan.sequence.at(row), plan.q0 + i, end));
  return cells;
}

std::string picture(const Cells& cells, std::int64_t row) {
  std::string text;
  for (std::int64_t i = 0; i < cells.queries; ++i) {
    if (i > 0) text += '|';
    for (std::int64_t slot = 0; slot < cells.slots; ++slot) text += cells.at(row, i, slot) ? '#' : '.';
  }
  return text;
}

} // namespace attest::reference
