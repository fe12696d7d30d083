// Caches that drop tokens, and drop too many, the wrong ones, or mix up their order.
#include "backends/caches/buffers.hpp"
#include "backends/seeded/cache_fault.hpp"

#include <algorithm>
#include <numeric>

namespace attest::backends {

namespace {

const Takes windows{.only = {"mask.causal", "mask.window"}, .lacks = {"pad.", "flag.", "unfilled.nan"}};

/// The slots of `read` in this order.
KeysValues slots_taken(const KeysValues& read, const std::vector<std::int64_t>& order) {
  KeysValues taken = slots_of(read, 0, 0);
  for (const std::int64_t slot : order) taken = joined(taken, slots_of(read, slot, 1));
  return taken;
}

std::vector<std::int64_t> all_slots(std::int64_t count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

KeysValues oldest_overwritten(const KeysValues& read, const CacheCall& call) {
  auto order = all_slots(slot_count(read));
  const std::int64_t window = call.value.cache.numbers[0];
  if (call.before >= window && window > 1) order[0] = 1;
  return slots_taken(read, order);
}

// Of two tokens in all, exchanged ones are also what the inverted mask shows.
KeysValues newest_exchanged(const KeysValues& read, const CacheCall& call) {
  auto order = all_slots(slot_count(read));
  if (call.fresh > 2) std::swap(order[order.size() - 2], order[order.size() - 1]);
  return slots_taken(read, order);
}

// The right cache of a window one wider keeps one token more: the second oldest is left out instead of the
// oldest.
KeysValues evicted_late(const KeysValues& read, const CacheCall& call) {
  const std::int64_t kept = slot_count(read) - call.fresh;
  auto order = all_slots(slot_count(read));
  if (kept == call.value.cache.numbers[0]) order.erase(order.begin() + (kept > 1 ? 1 : 0));
  return slots_taken(read, order);
}

const Seeded<Mutant> sliding{[] {
  return std::vector<Mutant>{
      mutant_of(CacheFault{.name = "sliding-oldest-overwritten",
                           .around = "sliding",
                           .returns = oldest_overwritten},
                windows,
                {.expects = {"drop.window"}, .says = "one token too few is kept, its slot holds the next"}),
      mutant_of(
          CacheFault{.name = "sliding-newest-exchanged", .around = "sliding", .returns = newest_exchanged},
          windows,
          {.expects = {"leak.future"}, .says = "the two newest tokens of a call lie in each other's slot"}),
      mutant_of(CacheFault{.name = "sliding-evicts-late",
                           .around = "sliding",
                           .made_for = [](Case& value) { ++value.cache.numbers[0]; },
                           .returns = evicted_late},
                windows,
                {.expects = {"leak.evicted"},
                 .says = "the slot of the oldest token that is needed still holds the one before it"}),
  };
}};

// The call that fills the buffer has rolled it already: the oldest is gone, and a slot that nobody has
// written is in front of the newest.
KeysValues rolled_early(const KeysValues& read, const CacheCall& call) {
  const std::int64_t slots = std::min(call.value.cache.numbers[0], call.value.cache.numbers[1]);
  if (call.before == 0 || call.fresh > 1 || call.before + 1 != slots) return read;
  const KeysValues kept = slots_of(read, 1, slots - 2);
  return joined(joined(kept, unwritten_buffers(call.value, 1)), slots_of(read, slots - 1, 1));
}

const Seeded<Mutant> static_sliding{[] {
  return std::vector<Mutant>{
      mutant_of(
          CacheFault{
              .name = "static-sliding-rolls-early", .around = "static-sliding", .returns = rolled_early},
          windows,
          {.expects = {"leak.unfilled"},
           .report = "https://github.com/huggingface/transformers/issues/37574",
           .says = "the window cache rolls when its last slot is written: the oldest key is lost, and an "
                   "unwritten slot is read"}),
  };
}};

// Token x lies in slot x mod CAP before the first overwriting, and one slot further after it.
KeysValues ring_rotated(const KeysValues& read, const CacheCall& call) {
  const bool has_wrapped = call.before >= slot_count(read);
  if (!has_wrapped || call.fresh > 1) return read;
  auto order = all_slots(slot_count(read));
  std::rotate(order.begin(), order.end() - 1, order.end());
  return slots_taken(read, order);
}

KeysValues ring_one_short(const KeysValues& read, const CacheCall& call) {
  const std::int64_t slots = slot_count(read);
  const std::int64_t tokens = call.before + call.fresh;
  if (tokens <= slots || call.fresh == slots) return read;
  auto order = all_slots(slots);
  order[static_cast<std::size_t>(tokens % slots)] = (tokens + 1) % slots;
  return slots_taken(read, order);
}

const Seeded<Mutant> ring{[] {
  return std::vector<Mutant>{
      mutant_of(CacheFault{.name = "ring-rotated-once-wrapped", .around = "ring", .returns = ring_rotated},
                windows,
                {.expects = {"leak.window"},
                 .report = "https://github.com/huggingface/transformers/issues/47708",
                 .says = "once the ring has wrapped, decode steps look for every token one slot too far"}),
      mutant_of(CacheFault{.name = "ring-one-short", .around = "ring", .returns = ring_one_short}, windows,
                {.expects = {"drop.window"},
                 .report = "https://github.com/pytorch/executorch/pull/22358",
                 .says = "once the ring has wrapped, the oldest token that is needed is overwritten"}),
  };
}};

KeysValues first_sink_lost(const KeysValues& read, const CacheCall& call) {
  const bool has_dropped = slot_count(read) < call.before + call.fresh;
  auto order = all_slots(slot_count(read));
  if (has_dropped && call.value.cache.numbers[0] > 1) order[0] = 1;
  return slots_taken(read, order);
}

const Seeded<Mutant> sink{[] {
  return std::vector<Mutant>{
      mutant_of(CacheFault{.name = "sink-first-lost", .around = "sink", .returns = first_sink_lost},
                {.only = {"mask.causal", "mask.window", "mask.prefix"}, .lacks = {"pad.", "flag."}},
                {.expects = {"drop.window"},
                 .says = "once tokens are dropped, the first of several sink tokens is dropped too"}),
  };
}};

} // namespace

} // namespace attest::backends
