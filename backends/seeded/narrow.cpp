// Keys that are lost: windows and chunks that begin too late, a future that is cut off, and single keys.
#include "backends/seeded/mask_fault.hpp"

#include "cases/pads.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

/// The number of the mask's first term of this kind.
std::optional<std::int64_t> number_of(const Case& value, TermKind kind) {
  for (const Term& term : terms_of(value.mask))
    if (term.kind == kind) return term.number;
  return {};
}

/// The key is the first that its window shows, and the query has another.
bool is_first_in_window(const Cell& at) {
  const auto window = number_of(at.value, TermKind::window);
  return window && *window > 1 && at.query - at.key == *window - 1;
}

bool is_first_in_chunk(const Cell& at) {
  const auto chunk = number_of(at.value, TermKind::chunk);
  const std::int64_t sequence = at.step.sequence[static_cast<std::size_t>(at.batch)];
  return chunk && at.key < at.query && (at.key - leading_pads(at.value, sequence)) % *chunk == 0;
}

/// The key ends a prefix that shows the query another key ahead of it.
bool is_last_of_prefix(const Cell& at) {
  const auto prefix = number_of(at.value, TermKind::prefix);
  return prefix && at.key == *prefix - 1 && at.key > at.query + 1;
}

Mutant losing(const std::string& name, bool (*lost)(const Cell&), const Takes& takes, Mutant told) {
  const MaskFault fault{.name = name, .shows = [lost](const Cell& at) { return at.right && !lost(at); }};
  return mutant_of(fault, takes, std::move(told));
}

const Takes windows{.only = {"mask.causal", "mask.window"}};

const Seeded<Mutant> of_windows{[] {
  return std::vector<Mutant>{
      losing("window-one-narrow", is_first_in_window, windows,
             {.expects = {"drop.window"}, .says = "the window lets one key too few through"}),
      losing(
          "window-one-narrow-in-decode",
          [](const Cell& at) { return at.step.fresh == 1 && at.step.before > 0 && is_first_in_window(at); },
          windows,
          {.expects = {"drop.window"},
           .report = "https://github.com/sgl-project/sglang/pull/32087",
           .says = "the window of a decode step lets one key too few through"}),
      losing(
          "window-first-tile-lost",
          [](const Cell& at) {
            const auto window = number_of(at.value, TermKind::window);
            const std::int64_t first = window ? at.query - *window + 1 : 0;
            return first > 0 && first % 4 != 0 && at.key < (first / 4 + 1) * 4 && at.key < at.query;
          },
          windows,
          {.expects = {"drop.window"}, .says = "a tile of four keys that the window's edge cuts is skipped"}),
  };
}};

const Seeded<Mutant> of_chunks{[] {
  return std::vector<Mutant>{
      losing("chunk-first-key-lost", is_first_in_chunk, {.only = {"mask.causal", "mask.chunk"}},
             {.expects = {"drop.chunk"}, .says = "the first key of a chunk is shown to itself only"}),
  };
}};

const Seeded<Mutant> of_the_future{[] {
  return std::vector<Mutant>{
      losing("band-last-key-lost",
             [](const Cell& at) {
               const auto band = number_of(at.value, TermKind::band);
               return band && *band > 1 && at.key - at.query == *band;
             },
             {.only = {"mask.band"}, .lacks = {"flag.true"}},
             {.expects = {"drop.future"},
              .says = "the farthest key ahead of a bidirectional window is missing"}),
      losing("prefix-last-key-lost", is_last_of_prefix, {.only = {"mask.prefix"}, .lacks = {"flag.true"}},
             {.expects = {"drop.future"}, .says = "the prefix shows its own tokens one key too few"}),
  };
}};

const Seeded<Mutant> single{[] {
  return std::vector<Mutant>{
      losing("first-key-lost", [](const Cell& at) { return at.key == 0 && at.query > 0; },
             {.only = {"mask.causal", "mask.full"}},
             {.expects = {"drop.visible"}, .says = "the first token is hidden from all later ones"}),
      losing("newest-key-lost-in-decode",
             [](const Cell& at) { return at.step.fresh == 1 && at.step.before > 1 && at.key == at.query; },
             {.only = {"mask.causal", "mask.full"}},
             {.expects = {"drop.visible"},
              .says = "a decode step attends to the cache without the key that it adds"}),
  };
}};

} // namespace

} // namespace attest::backends
