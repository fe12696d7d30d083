// Masks that show slots of a static cache which hold no token.
#include "backends/seeded/mask_fault.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

/// Tokens per sequence before and after each entry, over those that come before step `step`.
std::int64_t longest_before(const Case& value, std::int64_t step) {
  std::int64_t length = 0;
  std::int64_t longest = 0;
  for (const Entry& entry : value.steps) {
    if (const auto* feed = std::get_if<Feed>(&entry)) {
      if (step-- == 0) break;
      longest = std::max(longest, length += feed->tokens);
    } else if (const auto* crop = std::get_if<Crop>(&entry)) {
      length = crop->length;
    } else if (std::holds_alternative<Reset>(entry)) {
      length = 0;
    }
  }
  return longest;
}

template <class Operation> bool has(const Case& value) {
  return std::any_of(value.steps.begin(), value.steps.end(),
                     [](const Entry& entry) { return std::holds_alternative<Operation>(entry); });
}

/// The slot was written once and holds no token of the sequence any more.
bool is_stale(const Cell& at) { return at.key < 0 && at.slot < longest_before(at.value, at.step.step); }

Mutant showing(const std::string& name, bool (*shown)(const Cell&), const Takes& takes, Mutant told) {
  told.expects = {"leak.unfilled"};
  Takes finite = takes; // a NaN that is read says no more than that it is one
  finite.lacks.push_back("unfilled.nan");
  const MaskFault fault{.name = name, .shows = [shown](const Cell& at) { return at.right || shown(at); }};
  return mutant_of(fault, finite, std::move(told));
}

const Seeded<Mutant> registered{[] {
  const Takes statics{.only = {"cache.static"}};
  return std::vector<Mutant>{
      showing("unwritten-slots-shown-in-decode",
              [](const Cell& at) { return at.key < 0 && at.step.fresh == 1 && at.step.before > 0; }, statics,
              {.report = "https://github.com/huggingface/transformers/issues/30400",
               .says = "a decode step attends to the unwritten slots of a static cache"}),
      showing(
          "unwritten-slots-shown", [](const Cell& at) { return at.key < 0; }, statics,
          {.report = "https://github.com/meta-pytorch/gpt-fast/issues/233",
           .says = "the mask covers the tokens only, and the unwritten slots of a static cache are read"}),
      showing("next-slot-shown", [](const Cell& at) { return at.key < 0 && at.slot == at.query + 1; },
              statics, {.says = "a query also reads the slot after its own, which nobody has written"}),
      showing("unwritten-slots-of-window-shown", [](const Cell& at) { return at.key < 0; },
              {.only = {"cache.static-sliding"}},
              {.report = "https://github.com/huggingface/transformers/pull/45940",
               .says = "a static sliding cache counts as full before it is"}),
      showing("stale-slots-shown-after-crop",
              [](const Cell& at) { return has<Crop>(at.value) && is_stale(at); },
              {.only = {"cache.static"}, .lacks = {"reset"}},
              {.says = "cropped tokens of a static cache are still attended to"}),
      showing("stale-slots-shown-after-reset",
              [](const Cell& at) { return has<Reset>(at.value) && is_stale(at); },
              {.only = {"cache.static"}, .lacks = {"crop"}},
              {.says = "after a reset the tokens of the sequence before are still attended to"}),
  };
}};

} // namespace

} // namespace attest::backends
