// The is_causal flag ignored or forced, and queries counted from the wrong token.
#include "backends/seeded/mask_fault.hpp"

namespace attest::backends {

namespace {

void unset(Case& value, StepPlan&) { value.is_causal.reset(); }
void force(Case& value, StepPlan&) { value.is_causal = true; }
void from_first(Case&, StepPlan& step) { step.q0 = 0; }
void to_last(Case&, StepPlan& step) { step.q0 = width_of(step) - step.fresh; }

/// The whole answer is that of the misread case or step.
Mutant misreading(MaskFault fault, const Takes& takes, const Mutant& told) {
  fault.any_mask = fault.any_row = true;
  return mutant_of(fault, takes, told);
}

const Seeded<Mutant> ignored{[] {
  return std::vector<Mutant>{
      misreading({.name = "flag-ignored", .misreads = unset}, {.lacks = {"flag.false", "mask.causal"}},
                 {.expects = {"flag.ignored"},
                  .report = "https://github.com/jax-ml/jax/issues/19237",
                  .says = "is_causal=true changes nothing"}),
      misreading({.name = "flag-false-ignored", .misreads = unset}, {.lacks = {"flag.true"}},
                 {.expects = {"flag.ignored"},
                  .report = "https://github.com/huggingface/transformers/pull/43705",
                  .says = "is_causal=false changes nothing once the model has made a causal mask"}),
      misreading(
          {.name = "flag-ignored-beside-padding",
           .misreads = unset,
           .shows = [](const Cell& at) { return at.value.form == Form::padding ? at.read : at.right; }},
          {.only = {"form.padding"}, .lacks = {"flag.true", "mask.full"}},
          {.expects = {"flag.ignored"},
           .report = "https://github.com/huggingface/transformers/issues/36150",
           .says = "is_causal changes nothing where a padding mask is given too"}),
  };
}};

const Seeded<Mutant> forced{[] {
  return std::vector<Mutant>{
      misreading({.name = "flag-forced", .misreads = force}, {.lacks = {"flag.false", "cache.cross"}},
                 {.expects = {"flag.forced"},
                  .report = "https://github.com/huggingface/transformers/pull/42820",
                  .says = "attention that looks ahead is made causal"}),
      misreading({.name = "flag-forced-on-cross", .misreads = force},
                 {.only = {"cache.cross"}, .lacks = {"flag.false", "pad."}},
                 {.expects = {"flag.forced"},
                  .report = "https://github.com/huggingface/transformers/issues/48172",
                  .says = "cross-attention without a mask is made causal"}),
  };
}};

const Takes ordinary{.only = {"mask.causal", "mask.window", "cache.none", "cache.dynamic", "cache.static"},
                     .lacks = {"flag.false", "offset"}};

const Seeded<Mutant> aligned{[] {
  return std::vector<Mutant>{
      misreading({.name = "queries-from-top-left", .misreads = from_first}, ordinary,
                 {.expects = {"align.top_left"},
                  .report = "https://github.com/pytorch/pytorch/issues/103082",
                  .says = "the first query of every call counts as token 0"}),
      misreading({.name = "queries-from-top-left", .misreads = from_first, .kernel = "flash"},
                 {.only = {"mask.causal", "mask.window", "cache.static"}, .lacks = {"flag."}},
                 {.expects = {"align.top_left"},
                  .report = "https://github.com/microsoft/onnxruntime/issues/28904",
                  .says = "over a static cache the first query of every call counts as token 0"}),
      misreading({.name = "queries-to-bottom-right", .misreads = to_last},
                 {.only = {"mask.causal", "mask.window", "cache.static"}, .lacks = {"flag."}},
                 {.expects = {"align.bottom_right"},
                  .report = "https://github.com/huggingface/transformers/issues/46914",
                  .says = "the last query stands on the last slot, written or not"}),
  };
}};

} // namespace

} // namespace attest::backends
