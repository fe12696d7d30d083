// One function per kind of cache, each a line of the table in CONTRACT section 3. `c` tokens lie before the
// call, `t` after it.
#include "reference/slots.hpp"

#include <algorithm>

namespace attest::reference {
namespace {

using Runs = std::vector<SlotRun>;

/// Tokens before and after the call.
struct Count {
  std::int64_t c = 0;
  std::int64_t t = 0;
};

/// Slots for tokens first .. end-1, joined to the run before where the tokens go on.
void add_tokens(Runs& runs, std::int64_t first, std::int64_t end) {
  if (first >= end) return;
  if (!runs.empty() && runs.back().first >= 0 && runs.back().first + runs.back().count == first)
    runs.back().count += end - first;
  else
    runs.push_back({.first = first, .count = end - first});
}

void add_unwritten(Runs& runs, std::int64_t count) {
  if (count > 0) runs.push_back({.first = -1, .count = count});
}

/// Tokens first .. end-1, then unwritten slots until there are `width`.
Runs filled_up(std::int64_t first, std::int64_t end, std::int64_t width) {
  Runs runs;
  add_tokens(runs, first, end);
  add_unwritten(runs, width - (end - first));
  return runs;
}

Runs all_tokens(std::int64_t end) { return filled_up(0, end, end); }

Runs static_slots(const Count& n, std::int64_t capacity) { return filled_up(0, n.t, capacity); }

Runs paged_slots(const Count& n, std::int64_t page) {
  return filled_up(0, n.t, (n.t + page - 1) / page * page);
}

/// Stores window - 1 tokens, returns these and the new ones. Chunked does the same with its chunk as window.
Runs sliding_slots(const Count& n, std::int64_t window) {
  const std::int64_t first = std::max<std::int64_t>(n.c - window + 1, 0);
  return filled_up(first, n.t, n.t - first);
}

Runs static_sliding_slots(const Count& n, std::int64_t window, std::int64_t capacity) {
  const std::int64_t buffer = std::min(window, capacity);
  if (n.t <= buffer) return filled_up(0, n.t, buffer);
  if (n.c < buffer) return all_tokens(n.t);
  return filled_up(n.c - buffer + 1, n.t, n.t - (n.c - buffer + 1));
}

/// Physical order: token x lies in slot x mod capacity. The newest lap stands before what is left of the lap
/// before it.
Runs ring_slots(const Count& n, std::int64_t capacity) {
  if (n.t <= capacity) return filled_up(0, n.t, capacity);
  const std::int64_t lap = n.t / capacity * capacity; // the first token of the newest lap
  Runs runs;
  add_tokens(runs, lap, n.t);
  add_tokens(runs, n.t - capacity, lap);
  return runs;
}

Runs sink_slots(const Count& n, std::int64_t first, std::int64_t window) {
  const std::int64_t kept = std::min(first, n.t);
  Runs runs;
  add_tokens(runs, 0, kept);
  add_tokens(runs, std::max(n.c - window + 1, kept), n.t);
  return runs;
}

} // namespace

std::vector<SlotRun> slots_of(const Case& in, const Call& call) {
  const Count n = {.c = call.before, .t = call.before + call.tokens};
  const auto number = [&](std::size_t i) { return in.cache.numbers.at(i); };
  switch (in.cache.kind) {
  case CacheKind::none:
  case CacheKind::cross: return all_tokens(in.keys.value());
  case CacheKind::dynamic:
  case CacheKind::quantized: return all_tokens(n.t);
  case CacheKind::static_: return static_slots(n, number(0));
  case CacheKind::paged: return paged_slots(n, number(0));
  case CacheKind::sliding:
  case CacheKind::chunked: return sliding_slots(n, number(0));
  case CacheKind::static_sliding: return static_sliding_slots(n, number(0), number(1));
  case CacheKind::ring: return ring_slots(n, number(0));
  case CacheKind::sink: return sink_slots(n, number(0), number(1));
  }
  return {};
}

std::vector<StepPlan> plan_of(const Case& in) {
  std::vector<StepPlan> plan;
  for (const Call& call : calls_of(in))
    plan.push_back({.step = call.step,
                    .before = call.before,
                    .q0 = call.first_query,
                    .fresh = call.tokens,
                    .slots = slots_of(in, call),
                    .sequence = call.sequence});
  return plan;
}

} // namespace attest::reference
