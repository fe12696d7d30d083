// Kernels with faults at the edges of tiles, which short cases do not cross.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"
#include "backends/seeded/tiles.hpp"

#include <cmath>

namespace attest::backends {

namespace {

// Cases have tens of tokens, and most of them less than a dozen.
constexpr std::int64_t tile = 8;

Kernel tiles(const std::string& name, const LoopStep& score) {
  Kernel kernel = loop_kernel(name, {.score = score, .attend = tiled({.keys = tile})});
  kernel.profile = named_profile("flash");
  return kernel;
}

bool is_first_of_second_tile(const LoopRow&, std::size_t slot) { return slot == tile; }

/// Of a buffer that does not end with a tile; a buffer of less than one tile is read.
bool is_in_partial_tile(const LoopRow& row, std::size_t slot) {
  const std::size_t whole = row.scores.size() / tile * tile;
  return whole > 0 && slot >= whole;
}

bool is_next_in_last_row_of_tile(const LoopRow& row, std::size_t slot) {
  return slot == slot_behind(row) && row.at.query % tile == tile - 1;
}

/// One decision for four rows, made for the last of them.
bool is_within_group_of_four(const LoopRow& row, std::size_t slot) {
  const std::size_t behind = slot_behind(row);
  const auto others = static_cast<std::size_t>(3 - row.at.query % 4);
  return row.call.q.shape[2] > 1 && slot >= behind && slot < behind + others;
}

/// The tail of the last tile scores 0 and holds zeros.
void count_tail(LoopRow& row) {
  soften(row);
  const std::size_t tail = (tile - row.scores.size() % tile) % tile;
  if (row.scores.size() > tile && row.sum != 0)
    row.sum = row.in(row.sum + static_cast<double>(tail) * row.in(std::exp(row.in(-row.top))));
  gather(row);
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      {.backend = on_exact_causal(tiles("first-key-of-second-tile-lost", hiding(is_first_of_second_tile))),
       .expects = {"drop.visible"},
       .says = "the first key of the second tile of 8 is never read"},
      {.backend = on_exact_causal(tiles("partial-tile-lost", hiding(is_in_partial_tile))),
       .expects = {"drop.visible"},
       .says = "keys behind the last whole tile of 8 are never read"},
      {.backend =
           on_exact_causal(tiles("next-key-in-last-row-of-tile", showing(is_next_in_last_row_of_tile))),
       .expects = {"leak.future"},
       .says = "the last query of every tile of 8 also reads the key behind its own"},
      {.backend = on_exact_causal(tiles("causal-by-groups-of-four", showing(is_within_group_of_four))),
       .expects = {"leak.future"},
       .report = "https://github.com/pytorch/pytorch/issues/195910",
       .says = "four queries share what the last of them sees"},
      {.backend = on_exact_causal(loop_kernel("tail-of-tile-counted", {.attend = count_tail})),
       .expects = {"leak.unfilled", "precision"},
       .report = "https://github.com/tenstorrent/tt-metal/issues/54833",
       .says = "the normaliser counts the tail of the last tile of 8 as keys that score 0"},
  };
}};

} // namespace

} // namespace attest::backends
