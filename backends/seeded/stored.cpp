// Caches that store tokens in pages or as codes, and give back the wrong page or a code too many.
#include "backends/caches/buffers.hpp"
#include "backends/caches/codes.hpp"
#include "backends/seeded/cache_fault.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

std::int64_t page_end(std::int64_t tokens, std::int64_t page) { return (tokens + page - 1) / page * page; }

// What is not cropped returns more pages than the sequence has.
KeysValues first_pages(const KeysValues& read, const CacheCall& call) {
  return slots_of(read, 0, page_end(call.before + call.fresh, call.value.cache.numbers[0]));
}

/// The last of the rows that went on with the same history as this one.
std::int64_t last_twin(const std::vector<std::int64_t>& took, std::int64_t row) {
  const auto source = took.begin() + row;
  const auto last = std::find(took.rbegin(), took.rend(), *source);
  return took.rend() - last - 1;
}

// The page in which the common history ends is not copied: what the last of the rows writes there is read by
// all of them.
KeysValues shared_page_written(const KeysValues& read, const CacheCall& call) {
  if (call.took.empty()) return read;
  const std::int64_t end = std::min(page_end(call.took_at, call.value.cache.numbers[0]), slot_count(read));
  std::vector<std::int64_t> writers;
  for (std::int64_t row = 0; row < call.value.batch; ++row) writers.push_back(last_twin(call.took, row));
  const KeysValues shared = rows_taken(slots_of(read, call.took_at, end - call.took_at), writers);
  return joined(joined(slots_of(read, 0, call.took_at), shared), slots_of(read, end, slot_count(read) - end));
}

const Seeded<Mutant> pages{[] {
  return std::vector<Mutant>{
      mutant_of(CacheFault{.name = "paged-not-cropped",
                           .around = "paged",
                           .made_for =
                               [](Case& value) {
                                 std::int64_t tokens = 0;
                                 for (const Entry& entry : value.steps)
                                   if (const auto* feed = std::get_if<Feed>(&entry)) tokens += feed->tokens;
                                 value.steps = {Feed{tokens}};
                               },
                           .returns = first_pages,
                           .crop = [](CacheState&, std::int64_t) {}},
                {.only = {"mask.causal", "mask.full"}, .lacks = {"reset", "pad."}},
                {.expects = {"leak.unfilled"},
                 .says = "after a crop the block table still names the pages that were given up"}),
      mutant_of(
          CacheFault{.name = "paged-shared-page-written", .around = "paged", .returns = shared_page_written},
          {.lacks = {"crop", "reset", "pad."}},
          {.expects = {"leak.batch"},
           .says = "a page that rows share after a fork is written without being copied"}),
  };
}};

void quantise(View& view, std::int64_t first, int bits) {
  for (std::int64_t row = 0; row < view.shape[0]; ++row)
    for (std::int64_t head = 0; head < view.shape[1]; ++head)
      for (std::int64_t slot = first; slot < view.shape[2]; ++slot) {
        const auto channels = decoded(coded(channels_of(view, row, head, slot), bits));
        for (std::size_t c = 0; c < channels.size(); ++c)
          set(view, row, head, slot, static_cast<std::int64_t>(c), channels[c]);
      }
}

KeysValues fresh_quantised(const KeysValues& read, const CacheCall& call) {
  KeysValues all = read; // the right cache makes new buffers at every call
  const int bits = static_cast<int>(call.value.cache.numbers[0]);
  quantise(all.k, call.before, bits);
  quantise(all.v, call.before, bits);
  return all;
}

const Seeded<Mutant> codes{[] {
  return std::vector<Mutant>{
      mutant_of(CacheFault{.name = "quantized-fresh-too", .around = "quantized", .returns = fresh_quantised},
                {},
                {.expects = {"precision"},
                 .says = "the tokens of the call itself come back through the quantiser"}),
  };
}};

} // namespace

} // namespace attest::backends
