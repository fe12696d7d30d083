// Slots are shown and hidden in the finished scores.
#include "backends/seeded/leaks.hpp"

#include <algorithm>

namespace attest::backends {

LoopStep showing(SlotTest shows) {
  return [shows](LoopRow& row) {
    const std::vector<double> open = open_scores(row);
    finish(row);
    const LoopRow right = row;
    for (std::size_t slot = 0; slot < open.size(); ++slot)
      if (is_hidden(right, slot) && shows(right, slot)) row.scores[slot] = open[slot];
  };
}

LoopStep hiding(SlotTest hides) {
  return [hides](LoopRow& row) {
    finish(row);
    const LoopRow right = row;
    for (std::size_t slot = 0; slot < row.scores.size(); ++slot)
      if (hides(right, slot)) hide(row, slot);
  };
}

std::vector<double> open_scores(const LoopRow& row) {
  KernelCall open = row.call;
  open.mask.reset();
  open.is_causal = false;
  LoopRow opened{.call = open, .at = row.at, .in = row.in, .scores = row.scores};
  finish(opened);
  return opened.scores;
}

std::size_t slot_behind(const LoopRow& row) {
  for (std::size_t slot = row.scores.size(); slot > 0; --slot)
    if (!is_hidden(row, slot - 1)) return slot;
  return row.scores.size();
}

std::size_t first_seen(const LoopRow& row) {
  std::size_t slot = 0;
  while (slot < row.scores.size() && is_hidden(row, slot)) ++slot;
  return slot;
}

} // namespace attest::backends
