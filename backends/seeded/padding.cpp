// Padding masks that are forgotten, shifted, exchanged or laid over the wrong batch row.
#include "backends/seeded/mask_fault.hpp"

#include "cases/pads.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

void forget(Case& value, StepPlan&) { value.pad = {}; }

bool is_pad_key(const Cell& at) {
  return at.key >= 0 && is_pad(at.value, at.step.sequence[static_cast<std::size_t>(at.batch)], at.key);
}

/// Pads are shown where `here` is true.
Mutant forgetting(const std::string& name, bool (*here)(const Cell&), const std::string& report,
                  const std::string& says) {
  const MaskFault fault{.name = name, .misreads = forget, .shows = [here](const Cell& at) {
                          return at.right || (at.read && is_pad_key(at) && here(at));
                        }};
  return mutant_of(fault, {}, {.expects = {"leak.padding"}, .report = report, .says = says});
}

// Where half of a row are pads, exchanged ones are also what the inverted mask shows.
void swap_sides(Case& value, StepPlan&) {
  const auto& counts = value.pad.counts;
  const std::int64_t tokens = padded_tokens(value);
  if (std::any_of(counts.begin(), counts.end(), [&](auto count) { return 2 * count == tokens; })) return;
  if (value.pad.side == PadSide::left)
    value.pad.side = PadSide::right;
  else if (value.pad.side == PadSide::right)
    value.pad.side = PadSide::left;
}

void stay(Case&, StepPlan& step) {
  for (std::size_t row = 0; row < step.sequence.size(); ++row)
    step.sequence[row] = static_cast<std::int64_t>(row);
}

void take_next_row(Case&, StepPlan& step) {
  std::rotate(step.sequence.begin(), step.sequence.begin() + 1, step.sequence.end());
}

const Seeded<Mutant> forgotten{[] {
  return std::vector<Mutant>{
      forgetting(
          "left-pads-forgotten", [](const Cell& at) { return at.value.pad.side == PadSide::left; },
          "https://github.com/Dao-AILab/flash-attention/issues/1788", "left pads are attended to"),
      forgetting(
          "right-pads-forgotten", [](const Cell& at) { return at.value.pad.side == PadSide::right; },
          "https://github.com/jax-ml/jax/issues/23349", "right pads are attended to"),
      forgetting(
          "pads-forgotten-in-decode", [](const Cell& at) { return at.step.fresh == 1 && at.step.before > 0; },
          "https://github.com/lucidrains/x-transformers/issues/187",
          "the padding mask is dropped in cached decode steps"),
      forgetting(
          "pads-forgotten-beside-flag", [](const Cell& at) { return at.value.is_causal == true; },
          "https://github.com/tinygrad/tinygrad/pull/8675",
          "the padding mask is replaced by the causal one when is_causal is set too"),
      forgetting(
          "last-left-pad-forgotten",
          [](const Cell& at) {
            const std::int64_t row = at.step.sequence[static_cast<std::size_t>(at.batch)];
            return at.value.pad.side == PadSide::left && at.key + 1 == leading_pads(at.value, row);
          },
          "", "one left pad too few is hidden"),
  };
}};

const Takes left{.only = {"mask.causal", "pad.left", "cache.none", "cache.dynamic", "cache.static"},
                 .lacks = {"flag.", "offset"}};

const Seeded<Mutant> misplaced{[] {
  return std::vector<Mutant>{
      mutant_of({.name = "pads-swapped", .misreads = swap_sides, .any_row = true}, left,
                {.expects = {"pad.swapped"}, .says = "left pads are taken for right ones"}),
      mutant_of({.name = "pads-taken-over-shown",
                 .misreads = stay,
                 .shows = [](const Cell& at) { return at.right || at.read; }},
                {.only = {"mask.causal", "mask.full"}, .lacks = {"flag."}},
                {.expects = {"leak.padding"},
                 .says = "pads that a row takes over in a reorder are not hidden in it"}),
      mutant_of({.name = "mask-of-next-row", .misreads = take_next_row, .any_row = true}, left,
                {.expects = {"mask.broadcast"}, .says = "each batch row is given the mask of the next one"}),
  };
}};

} // namespace

} // namespace attest::backends
