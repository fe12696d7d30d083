// Caches that only grow: tokens in the wrong slot, and lengths that do not move back.
#include "backends/caches/buffers.hpp"
#include "backends/seeded/cache_fault.hpp"

namespace attest::backends {

namespace {

const Takes ordinary{.only = {"mask.causal", "mask.full"}, .lacks = {"pad.", "flag.", "unfilled.nan"}};

KeysValues one_late(const KeysValues& read, const CacheCall& call) {
  return joined(unwritten_buffers(call.value, 1), slots_of(read, 0, slot_count(read) - 1));
}

// Roomier, so that what is never forgotten does not run over the end.
void make_room(Case& value) {
  for (const Entry& entry : value.steps)
    if (const auto* feed = std::get_if<Feed>(&entry)) value.cache.numbers[0] += feed->tokens;
}

KeysValues first_slots(const KeysValues& read, const CacheCall& call) {
  return slots_of(read, 0, call.value.cache.numbers[0]);
}

const Seeded<Mutant> statics{[] {
  return std::vector<Mutant>{
      mutant_of(CacheFault{.name = "static-one-late", .around = "static", .returns = one_late}, ordinary,
                {.expects = {"leak.unfilled"}, .says = "every token is written one slot too late"}),
      mutant_of(CacheFault{.name = "static-not-cropped",
                           .around = "static",
                           .made_for = make_room,
                           .returns = first_slots,
                           .crop = [](CacheState&, std::int64_t) {}},
                {.only = {"mask.causal", "mask.full"}, .lacks = {"reset", "pad."}},
                {.expects = {"leak.unfilled"}, .says = "a crop does not move the length back"}),
      mutant_of(CacheFault{.name = "static-not-reset",
                           .around = "static",
                           .made_for = make_room,
                           .returns = first_slots,
                           .reset = [](CacheState&) {}},
                {.only = {"mask.causal", "mask.full"}, .lacks = {"crop", "pad."}},
                {.expects = {"leak.unfilled"}, .says = "a reset does not move the length back"}),
      mutant_of(CacheFault{.name = "dynamic-not-cropped",
                           .around = "dynamic",
                           .crop = [](CacheState&, std::int64_t) {}},
                {.lacks = {"reset"}},
                {.expects = {"throw"},
                 .says = "a crop of a growing cache does nothing, and its mask no longer fits"}),
  };
}};

} // namespace

} // namespace attest::backends
