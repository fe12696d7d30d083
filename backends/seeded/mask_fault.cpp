// Builds the mask of a faulty policy, cell by cell.
#include "backends/seeded/mask_fault.hpp"

#include "backends/policies/bias.hpp"
#include "backends/policies/tokens_mask.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

using Row = std::vector<char>;

/// What the case, and the misread case, show to one query of one batch row.
struct Readings {
  Row right;
  Row read;
};

Row row_of(const Case& value, const StepPlan& step, std::int64_t batch, std::int64_t row) {
  const std::int64_t sequence = step.sequence[static_cast<std::size_t>(batch)];
  return seen_tokens(value, {sequence, step.q0 + row}, tokens_of(step));
}

Cell cell_of(const PolicyInput& input, std::int64_t batch, std::int64_t row) {
  return {.value = input.value, .step = input.step, .batch = batch, .row = row, .query = input.step.q0 + row};
}

bool has_alternatives(const Mask& mask) {
  return mask.op == Mask::Op::any || std::any_of(mask.parts.begin(), mask.parts.end(), has_alternatives);
}

bool sees_something(const Row& row) {
  return std::any_of(row.begin(), row.end(), [](char seen) { return seen != 0; });
}

void fill_row(View& mask, Cell cell, const Readings& readings, const MaskFault& fault) {
  const auto keys = tokens_of(cell.step);
  const bool spared = !fault.any_row && !sees_something(readings.right);
  for (cell.head = 0; cell.head < mask.shape[1]; ++cell.head)
    for (cell.slot = 0; cell.slot < mask.shape[3]; ++cell.slot) {
      const auto slot = static_cast<std::size_t>(cell.slot);
      cell.key = keys[slot];
      cell.right = readings.right[slot];
      cell.read = readings.read[slot];
      const bool shown = spared ? cell.right : fault.shows ? fault.shows(cell) : cell.read;
      set(mask, cell.batch, cell.head, cell.row, cell.slot, shown ? 1 : 0);
    }
}

Arguments arguments_of(const MaskFault& fault, const PolicyInput& input) {
  if (!fault.any_mask && has_alternatives(input.value.mask)) return exact_arguments(input);
  Case misread = input.value;
  StepPlan step = input.step;
  if (fault.misreads) fault.misreads(misread, step);
  View mask = make_view(Element::boolean,
                        {input.value.batch, input.value.query_heads, input.step.fresh, width_of(input.step)});
  for (std::int64_t batch = 0; batch < mask.shape[0]; ++batch)
    for (std::int64_t row = 0; row < mask.shape[2]; ++row)
      fill_row(mask, cell_of(input, batch, row),
               {row_of(input.value, input.step, batch, row), row_of(misread, step, batch, row)}, fault);
  return {.mask = mask, .bias = alibi_bias(input.value, input.step)};
}

} // namespace

Policy policy_of(const MaskFault& fault) {
  return exact_but(fault.name, [fault](const PolicyInput& input) { return arguments_of(fault, input); });
}

Mutant mutant_of(const MaskFault& fault, const Takes& takes, Mutant told) {
  told.backend = composed(kernel_named(fault.kernel), policy_of(fault), takes);
  return told;
}

void grow(Mask& mask, TermKind kind, std::int64_t by) {
  if (mask.op == Mask::Op::term && mask.term.kind == kind) mask.term.number += by;
  for (Mask& part : mask.parts) grow(part, kind, by);
}

} // namespace attest::backends
