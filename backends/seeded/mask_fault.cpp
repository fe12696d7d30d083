// Builds the mask of a faulty policy, cell by cell.
#include "backends/seeded/mask_fault.hpp"

#include "backends/policies/bias.hpp"
#include "backends/policies/tokens_mask.hpp"

namespace attest::backends {

namespace {

using Row = std::vector<char>;

/// What the case, and the misread case, show to one query of one batch row.
struct Readings {
  Row right;
  Row read;
};

Readings readings_of(const PolicyInput& input, const Case& misread, const QueryToken& query) {
  const auto keys = tokens_of(input.step);
  return {seen_tokens(input.value, query, keys), seen_tokens(misread, query, keys)};
}

Cell cell_of(const PolicyInput& input, std::int64_t batch, std::int64_t row) {
  return {.value = input.value, .step = input.step, .batch = batch, .row = row, .query = input.step.q0 + row};
}

void fill_row(View& mask, Cell cell, const Readings& readings, const MaskFault& fault) {
  const auto keys = tokens_of(cell.step);
  for (cell.head = 0; cell.head < mask.shape[1]; ++cell.head)
    for (cell.slot = 0; cell.slot < mask.shape[3]; ++cell.slot) {
      const auto slot = static_cast<std::size_t>(cell.slot);
      cell.key = keys[slot];
      cell.right = readings.right[slot];
      cell.read = readings.read[slot];
      const bool shown = fault.shows ? fault.shows(cell) : cell.read;
      set(mask, cell.batch, cell.head, cell.row, cell.slot, shown ? 1 : 0);
    }
}

Arguments arguments_of(const MaskFault& fault, const PolicyInput& input) {
  Case misread = input.value;
  if (fault.misreads) fault.misreads(misread);
  View mask = make_view(Element::boolean,
                        {input.value.batch, input.value.query_heads, input.step.fresh, width_of(input.step)});
  for (std::int64_t batch = 0; batch < mask.shape[0]; ++batch)
    for (std::int64_t row = 0; row < mask.shape[2]; ++row) {
      const QueryToken query{input.step.sequence[static_cast<std::size_t>(batch)], input.step.q0 + row};
      fill_row(mask, cell_of(input, batch, row), readings_of(input, misread, query), fault);
    }
  return {.mask = mask, .bias = alibi_bias(input.value, input.step)};
}

} // namespace

Policy policy_of(const MaskFault& fault) {
  return exact_but(fault.name, [fault](const PolicyInput& input) { return arguments_of(fault, input); });
}

} // namespace attest::backends
