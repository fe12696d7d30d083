// The list of hypotheses. Each entry is a mistake that implementations have made; a new one is added here, at
// its place in the order.
#include "harness/classes/hypothesis.hpp"

#include "cases/pads.hpp"
#include "reference/visible.hpp"

#include <algorithm>

namespace attest::harness {

namespace {

using reference::Cells;

Cells blank(const Question& question, std::int64_t step) {
  Cells cells = question.right[step];
  std::fill(cells.seen.begin(), cells.seen.end(), std::uint8_t{0});
  return cells;
}

/// The cells for which shows(batch, query, slot) is true.
template <class Shows> Cells where(const Question& question, std::int64_t step, Shows&& shows) {
  Cells cells = blank(question, step);
  for (std::int64_t batch = 0; batch < cells.batch; ++batch)
    for (std::int64_t query = 0; query < cells.queries; ++query)
      for (std::int64_t slot = 0; slot < cells.slots; ++slot)
        cells.at(batch, query, slot) = shows(batch, query, slot) ? 1 : 0;
  return cells;
}

bool always(const Question&) { return true; }

bool is_written(const Question& question, std::int64_t step, std::int64_t slot) {
  return question.tokens[step][slot] >= 0;
}

bool is_padded_slot(const Question& question, std::int64_t step, std::int64_t batch, std::int64_t slot) {
  return is_written(question, step, slot) &&
         is_pad(question.value, question.plan[step].sequence[batch], question.tokens[step][slot]);
}

// --- flags

bool has_flag(const Question& question) { return question.value.is_causal.has_value(); }
bool is_not_causal(const Question& question) { return question.value.is_causal != true; }

Cells with_flag(const Question& question, std::int64_t step, std::optional<bool> flag) {
  Case changed = question.value;
  changed.is_causal = flag;
  return reference::cells_of(changed, question.plan[step]);
}
Cells flag_unset(const Question& question, std::int64_t step) { return with_flag(question, step, {}); }
Cells flag_true(const Question& question, std::int64_t step) { return with_flag(question, step, true); }

// --- alignment

enum class Corner { top_left, bottom_right };

std::int64_t first_query(const Question& question, std::int64_t step, Corner corner) {
  return corner == Corner::top_left ? 0 : question.right[step].slots - question.plan[step].fresh;
}

/// Some query would be counted anew: else a wrong answer is none of alignment.
template <Corner corner> bool moves_queries(const Question& question) {
  return std::any_of(question.plan.begin(), question.plan.end(), [&](const StepPlan& plan) {
    return first_query(question, plan.step, corner) != plan.q0;
  });
}

/// Queries counted anew, keys by token.
template <Corner corner> Cells by_token(const Question& question, std::int64_t step) {
  StepPlan plan = question.plan[step];
  plan.q0 = first_query(question, step, corner);
  return reference::cells_of(question.value, plan);
}

/// Queries counted anew, and keys by slot: what a kernel does that knows only the buffer. Pads stay where
/// they are. `all`: unwritten slots count as keys.
template <Corner corner, bool all> Cells by_slot(const Question& question, std::int64_t step) {
  Case unpadded = question.value;
  unpadded.pad = {};
  const StepPlan& plan = question.plan[step];
  const std::int64_t q0 = first_query(question, step, corner);
  return where(question, step, [&](std::int64_t batch, std::int64_t query, std::int64_t slot) {
    if (!is_written(question, step, slot) && !all) return false;
    return reference::visible(unpadded, plan.sequence[batch], q0 + query, slot) &&
           !is_padded_slot(question, step, batch, slot);
  });
}

/// The right mask, and a flag that the kernel counts from the top left of the buffer.
Cells flag_top_left(const Question& question, std::int64_t step) {
  if (question.value.is_causal != true) return question.right[step];
  return where(question, step, [&](std::int64_t batch, std::int64_t query, std::int64_t slot) {
    return slot <= query && question.right[step].at(batch, query, slot);
  });
}

// --- other readings of the mask

Cells inverted(const Question& question, std::int64_t step) {
  return where(question, step, [&](std::int64_t batch, std::int64_t query, std::int64_t slot) {
    return !question.right[step].at(batch, query, slot);
  });
}

Cells inverted_tokens(const Question& question, std::int64_t step) {
  return where(question, step, [&](std::int64_t batch, std::int64_t query, std::int64_t slot) {
    return is_written(question, step, slot) && !question.right[step].at(batch, query, slot);
  });
}

Cells inverted_mask(const Question& question, std::int64_t step) {
  return where(question, step, [&](std::int64_t batch, std::int64_t query, std::int64_t slot) {
    return is_written(question, step, slot) && !is_padded_slot(question, step, batch, slot) &&
           !question.right[step].at(batch, query, slot);
  });
}

/// Real keys hidden and pads shown, the rest of the mask as it is.
Cells inverted_pads(const Question& question, std::int64_t step) {
  Case unpadded = question.value;
  unpadded.pad = {};
  const StepPlan& plan = question.plan[step];
  return where(question, step, [&](std::int64_t batch, std::int64_t query, std::int64_t slot) {
    return is_padded_slot(question, step, batch, slot) &&
           reference::visible(unpadded, plan.sequence[batch], plan.q0 + query, question.tokens[step][slot]);
  });
}

Cells everything(const Question& question, std::int64_t step) {
  return where(question, step, [](std::int64_t, std::int64_t, std::int64_t) { return true; });
}

bool has_sided_pads(const Question& question) {
  return question.value.pad.side == PadSide::left || question.value.pad.side == PadSide::right;
}

Cells swapped_pads(const Question& question, std::int64_t step) {
  Case changed = question.value;
  changed.pad.side = changed.pad.side == PadSide::left ? PadSide::right : PadSide::left;
  return reference::cells_of(changed, question.plan[step]);
}

} // namespace

const std::vector<Hypothesis>& hypotheses_of_alignment() {
  constexpr Corner left = Corner::top_left, right = Corner::bottom_right;
  static const std::vector<Hypothesis> list = {
      {"flag.ignored", "the whole answer is that of is_causal left unset", has_flag, {flag_unset}},
      {"flag.forced", "the whole answer is that of is_causal=true", is_not_causal, {flag_true}},
      {"align.top_left",
       "the whole answer is that of queries counted from 0 in every step",
       moves_queries<left>,
       {by_token<left>, by_slot<left, false>, by_slot<left, true>, flag_top_left},
       true},
      {"align.bottom_right",
       "the whole answer is that of the last query standing on the last slot",
       moves_queries<right>,
       {by_token<right>, by_slot<right, false>, by_slot<right, true>},
       true}};
  return list;
}

const std::vector<Hypothesis>& hypotheses_of_reading() {
  static const std::vector<Hypothesis> list = {
      {"mask.inverted",
       "the whole answer is that of the inverted mask",
       always,
       {inverted, inverted_tokens, inverted_mask, inverted_pads}},
      {"mask.ignored", "the whole answer is that of no mask at all", always, {everything}},
      {"pad.swapped",
       "the whole answer is that of left and right pads exchanged",
       has_sided_pads,
       {swapped_pads}}};
  return list;
}

} // namespace attest::harness
