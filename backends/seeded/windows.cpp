// Windows that are too wide, always or only here and there.
#include "backends/seeded/mask_fault.hpp"

namespace attest::backends {

namespace {

void widen(Case& value, StepPlan&) { grow(value.mask, TermKind::window, 1); }
void open(Case& value, StepPlan&) { value.mask = opened(value.mask, TermKind::window); }

// Only of causal masks: else nothing is left that tells a query's place.
bool is_in_window_of_call(const Cell& at) {
  bool causal = false;
  bool within = true;
  for (const Term& term : terms_of(at.value.mask)) {
    causal = causal || term.kind == TermKind::causal;
    within = within && (term.kind != TermKind::window || at.row - at.key < term.number);
  }
  return causal && within;
}

/// Each side as wide as both together should be.
void double_band(Mask& mask) {
  if (mask.op == Mask::Op::term && mask.term.kind == TermKind::band) mask.term.number *= 2;
  for (Mask& part : mask.parts) double_band(part);
}

Mutant wide(const MaskFault& fault, const std::string& report, const std::string& says,
            const Takes& takes = {.lacks = {"flag.false"}}) {
  return mutant_of(fault, takes, {.expects = {"leak.window"}, .report = report, .says = says});
}

/// One key too wide where `here` is true, and right elsewhere.
Mutant wide_where(const std::string& name, bool (*here)(const Cell&), const std::string& says) {
  return wide({.name = name,
               .misreads = widen,
               .shows = [here](const Cell& at) { return here(at) ? at.read : at.right; }},
              "", says);
}

const Seeded<Mutant> everywhere{[] {
  return std::vector<Mutant>{
      wide({.name = "window-one-wide", .misreads = widen},
           "https://github.com/huggingface/transformers/pull/26792",
           "the window lets one key too many through"),
      wide({.name = "window-one-wide", .misreads = widen, .kernel = "flash"},
           "https://github.com/huggingface/transformers/issues/39408",
           "the window is handed to a kernel that does not count the query's own key"),
      wide({.name = "window-ignored", .misreads = open},
           "https://github.com/huggingface/transformers/issues/30127", "the window has no effect"),
      wide({.name = "window-ignored-without-handed-mask",
            .misreads = open,
            .shows = [](const Cell& at) { return at.value.form == Form::none ? at.read : at.right; }},
           "https://github.com/jax-ml/jax/issues/32300",
           "the window has no effect where no mask is handed over"),
      wide({.name = "window-of-the-call",
            .misreads = open,
            .shows = [](const Cell& at) { return at.right || (at.read && is_in_window_of_call(at)); }},
           "https://github.com/trymirai/lalamo/pull/200",
           "the window counts queries from the start of their call, keys from the start of the sequence"),
      wide({.name = "band-doubled", .misreads = [](Case& value, StepPlan&) { double_band(value.mask); }},
           "https://github.com/huggingface/transformers/issues/39408",
           "the whole bidirectional window is handed over for each of its sides", {.only = {"mask.band"}}),
  };
}};

const Seeded<Mutant> somewhere{[] {
  return std::vector<Mutant>{
      wide_where(
          "window-one-wide-in-last-head", [](const Cell& at) { return at.head + 1 == at.value.query_heads; },
          "the window of the last query head lets one key too many through"),
      wide_where(
          "window-one-wide-in-last-query", [](const Cell& at) { return at.row + 1 == at.step.fresh; },
          "the window of the last query of a call lets one key too many through"),
      wide_where(
          "window-one-wide-in-last-batch-row",
          [](const Cell& at) { return at.batch > 0 && at.batch + 1 == at.value.batch; },
          "the window of the last of several batch rows lets one key too many through"),
      wide_where(
          "window-one-wide-from-third-step", [](const Cell& at) { return at.step.step >= 2; },
          "the window lets one key too many through from the third call on"),
      wide_where(
          "window-one-wide-in-bf16", [](const Cell& at) { return at.value.dtype == Dtype::bf16; },
          "the window lets one key too many through in bf16"),
      wide_where(
          "window-one-wide-with-pads", [](const Cell& at) { return at.value.pad.side != PadSide::none; },
          "the window lets one key too many through once there is a padding mask"),
  };
}};

} // namespace

} // namespace attest::backends
