// Workers: items 0, 1, 2, .. are done by several threads and handed over in order, so that a report does not
// depend on their number.
#pragma once

#include "harness/judge.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace attest::harness {

/// One case judged on one backend. `judgement` holds no masks: a run does not draw them.
struct Outcome {
  Case value = {};
  std::size_t backend = 0; ///< index into the choice
  Judgement judgement = {};
};

/// What a worker does with item i; empty: there is no item i, or the run shall end. Each worker is called by
/// one thread only.
using Worker = std::function<std::optional<Outcome>(std::int64_t item)>;

/// Takes the outcomes in order of items; false ends the run.
using Take = std::function<bool(const Outcome&)>;

/// Returns when a worker found no item or `take` said stop. If a worker throws, what was done is handed over
/// first (perhaps with gaps, as after an interruption) and the exception of the first such item is thrown
/// when all have stopped.
void work_in_order(const std::vector<Worker>& workers, const Take& take);

} // namespace attest::harness
