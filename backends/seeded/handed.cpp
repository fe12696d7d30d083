// Handed masks that are read the wrong way round, or not at all.
#include "backends/seeded/mask_fault.hpp"

namespace attest::backends {

namespace {

std::int64_t prompt(const Cell& at) { return std::get<Feed>(at.value.steps.front()).tokens; }

// A prompt of one token has nothing to hide, and hiding all that it sees would be a loss, not an inversion.
Mutant inverting(const std::string& name, const std::vector<std::string>& forms, Mutant told) {
  Takes takes{.only = {"mask.causal"},
              .lacks = {"flag.false", "offset", "cache.cross", "unfilled.nan", "crop", "reset"}};
  takes.only.insert(takes.only.end(), forms.begin(), forms.end());
  told.expects = {"mask.inverted"};
  return mutant_of({.name = name,
                    .shows = [](const Cell& at) { return prompt(at) > 1 ? !at.right : at.right; },
                    .any_row = true},
                   takes, std::move(told));
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      inverting("boolean-mask-inverted", {"form.bool"},
                {.report = "https://github.com/huggingface/transformers/issues/38094",
                 .says = "a BOOL mask is read as true = hidden"}),
      inverting("additive-mask-inverted", {"form.additive", "form.additive-inf"},
                {.report = "https://github.com/huggingface/transformers/issues/31207",
                 .says = "an additive mask is read as 0 = hidden"}),
      mutant_of({.name = "boolean-mask-added", .shows = [](const Cell&) { return true; }, .any_row = true},
                {.only = {"mask.causal", "cache.static", "form.bool"},
                 .lacks = {"flag.false", "unfilled.nan", "crop", "reset"}},
                {.expects = {"mask.ignored"},
                 .report = "https://github.com/openvinotoolkit/openvino/issues/31630",
                 .says = "a BOOL mask is turned into 0 and 1 and added, which hides nothing"}),
  };
}};

} // namespace

} // namespace attest::backends
