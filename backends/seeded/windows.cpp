// Windows that are a key too wide or too narrow, always or only here and there.
#include "backends/seeded/mask_fault.hpp"

namespace attest::backends {

namespace {

/// Adds to the number of every term of this kind.
void grow(Mask& mask, TermKind kind, std::int64_t by) {
  if (mask.op == Mask::Op::term && mask.term.kind == kind) mask.term.number += by;
  for (Mask& part : mask.parts) grow(part, kind, by);
}

void widen(Case& value) { grow(value.mask, TermKind::window, 1); }

Mutant wide(const MaskFault& fault, const std::string& report, const std::string& says) {
  return {.backend = composed(kernel_named("plain"), policy_of(fault)),
          .expects = {"leak.window"},
          .report = report,
          .says = says};
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      wide({.name = "window-one-wide", .misreads = widen},
           "https://github.com/huggingface/transformers/issues/39408",
           "the window lets one key too many through"),
      wide({.name = "window-one-wide-in-last-head",
            .misreads = widen,
            .shows = [](const Cell& at) { return at.head + 1 == at.value.query_heads ? at.read : at.right; }},
           "", "the window of the last query head lets one key too many through"),
  };
}};

} // namespace

} // namespace attest::backends
