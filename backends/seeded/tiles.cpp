// Tiles are gathered one after the other and merged as they come.
#include "backends/seeded/tiles.hpp"

#include <algorithm>
#include <cmath>

namespace attest::backends {

namespace {

Gathered nothing(const LoopRow& row) { return {.out = std::vector<double>(row.out.size(), 0)}; }

Gathered tile_of(const LoopRow& row, std::size_t first, std::size_t end, bool rounds_weights) {
  Gathered tile = nothing(row);
  for (std::size_t slot = first; slot < end; ++slot) tile.top = std::max(tile.top, row.scores[slot]);
  for (std::size_t slot = first; slot < end; ++slot) {
    if (is_hidden(row, slot)) continue;
    const double weight = row.in(std::exp(row.in(row.scores[slot] - tile.top)));
    tile.sum = row.in(tile.sum + weight);
    const double factor = rounds_weights ? round_to(row.io, weight) : weight;
    for (std::size_t c = 0; c < tile.out.size(); ++c)
      tile.out[c] = row.in(tile.out[c] + row.in(factor * row.v[slot * tile.out.size() + c]));
  }
  return tile;
}

/// Slots that a tile of queries touches: with the flag none behind its last row.
std::size_t touched_slots(const LoopRow& row, const Tiling& tiling) {
  const std::size_t slots = row.scores.size();
  if (!row.call.is_causal) return slots;
  return std::min(slots, static_cast<std::size_t>((row.at.query / tiling.queries + 1) * tiling.queries));
}

/// Slots first .. end-1 of the row in tiles, merged.
Gathered part_of(const LoopRow& row, const Tiling& tiling, std::size_t first, std::size_t end) {
  const auto keys = static_cast<std::size_t>(tiling.keys);
  Gathered part = nothing(row);
  for (std::size_t slot = first; slot < end; slot += keys)
    part = tiling.merge(row.in, part, tile_of(row, slot, std::min(slot + keys, end), tiling.rounds_weights));
  return part;
}

void attend(LoopRow& row, const Tiling& tiling) {
  const std::size_t slots = touched_slots(row, tiling);
  const auto parts = static_cast<std::size_t>(tiling.parts);
  const auto keys = static_cast<std::size_t>(tiling.keys);
  const std::size_t tiles = (slots + keys - 1) / keys;
  Gathered all = nothing(row);
  if (!row.call.sink.empty()) { // a key with this score and value zero, seen before all others
    all.top = row.call.sink[static_cast<std::size_t>(row.at.head)];
    all.sum = 1;
  }
  for (std::size_t part = 0; part < parts; ++part)
    all = tiling.merge(row.in, all,
                       part_of(row, tiling, part * tiles / parts * keys,
                               std::min(slots, (part + 1) * tiles / parts * keys)));
  for (std::size_t c = 0; c < row.out.size(); ++c)
    row.out[c] = all.sum == 0 ? 0 : row.in(all.out[c] / all.sum);
}

} // namespace

Gathered merged(const Arithmetic& in, const Gathered& a, const Gathered& b) {
  const double top = std::max(a.top, b.top);
  // Nothing was gathered under a top of minus infinity, where the difference would be NaN.
  const auto share = [&](const Gathered& part) {
    return part.top == hidden<double> ? 0 : in(std::exp(in(part.top - top)));
  };
  const double of_a = share(a);
  const double of_b = share(b);
  Gathered both{.top = top, .sum = in(in(a.sum * of_a) + in(b.sum * of_b)), .out = a.out};
  for (std::size_t c = 0; c < both.out.size(); ++c)
    both.out[c] = in(in(a.out[c] * of_a) + in(b.out[c] * of_b));
  return both;
}

LoopStep tiled(const Tiling& tiling) {
  return [tiling](LoopRow& row) { attend(row, tiling); };
}

Profile tile_profile(const Tiling& tiling) {
  Profile profile = named_profile("flash");
  profile.name = "";
  profile.tile = tiling.keys;
  if (!tiling.rounds_weights) profile.p = Precision::acc;
  return profile;
}

} // namespace attest::backends
