// Rows that see nothing and hold something else than the backend declares, and hidden slots that poison a
// row.
#include "backends/seeded/parts.hpp"

#include <limits>

namespace attest::backends {

namespace {

/// One row of a mask: batch row, head, query.
using MaskRow = std::array<std::int64_t, 3>;

bool is_empty(const View& mask, const MaskRow& at) {
  for (std::int64_t slot = 0; slot < mask.shape[3]; ++slot)
    if (get(mask, at[0], at[1], at[2], slot) != 0) return false;
  return true;
}

/// Calls visit(MaskRow) for every row of the mask.
template <class Visit> void visit_rows(const View& mask, Visit&& visit) {
  for (std::int64_t batch = 0; batch < mask.shape[0]; ++batch)
    for (std::int64_t head = 0; head < mask.shape[1]; ++head)
      for (std::int64_t query = 0; query < mask.shape[2]; ++query) visit(MaskRow{batch, head, query});
}

/// exact's mask as numbers that are added to the scores: 0, or the lowest finite one of f32 (f64 for f64).
View finite_minimum(const View& seen, Dtype dtype) {
  const bool wide = dtype == Dtype::f64;
  View mask = make_view(wide ? Element::f64 : Element::f32, seen.shape);
  const double lowest = wide ? std::numeric_limits<double>::lowest() : std::numeric_limits<float>::lowest();
  visit_rows(seen, [&](const MaskRow& at) {
    for (std::int64_t slot = 0; slot < seen.shape[3]; ++slot)
      if (get(seen, at[0], at[1], at[2], slot) == 0) set(mask, at[0], at[1], at[2], slot, lowest);
  });
  return mask;
}

/// The policy `exact` with a change to the BOOL mask that it hands over, where it hands one over.
Policy remasked(const std::string& name, View (*change)(const PolicyInput&, const View&)) {
  return exact_but(name, [change](const PolicyInput& input) {
    Arguments arguments = exact_arguments(input);
    if (arguments.mask) arguments.mask = change(input, *arguments.mask);
    return arguments;
  });
}

Policy declaring(Policy policy, EmptyRow rows) {
  policy.empty_row = [rows](Family) { return std::map<std::string, EmptyRow>{{"*", rows}}; };
  return policy;
}

View with_finite_minimum(const PolicyInput& input, const View& seen) {
  return finite_minimum(seen, input.value.dtype);
}

/// -inf everywhere makes 0/0 of a softmax.
View with_nan_rows(const PolicyInput& input, const View& seen) {
  View mask = finite_minimum(seen, input.value.dtype);
  visit_rows(seen, [&](const MaskRow& at) {
    const bool empty = is_empty(seen, at);
    for (std::int64_t slot = 0; slot < seen.shape[3]; ++slot)
      if (get(seen, at[0], at[1], at[2], slot) == 0)
        set(mask, at[0], at[1], at[2], slot,
            empty ? std::numeric_limits<double>::quiet_NaN() : -std::numeric_limits<double>::infinity());
  });
  return mask;
}

View with_nan_rows_in_bf16(const PolicyInput& input, const View& seen) {
  return input.value.dtype == Dtype::bf16 ? with_nan_rows(input, seen) : seen;
}

/// Of constant values the first is also the mean, and of a single slot.
View with_first_slot_open(const PolicyInput& input, const View& seen) {
  View mask = arranged(seen, Layout::bhsd, Memory::plain);
  if (seen.shape[3] < 2 || input.value.data == Data::constant) return mask;
  visit_rows(seen, [&](const MaskRow& at) {
    if (is_empty(seen, at)) set(mask, at[0], at[1], at[2], 0, 1);
  });
  return mask;
}

Mutant holding(const Policy& policy, const Takes& takes, Mutant told) {
  told.backend = composed(kernel_named("plain"), policy, takes);
  return told;
}

const Seeded<Mutant> hidden_rows{[] {
  return std::vector<Mutant>{
      holding(remasked("finite-minimum", with_finite_minimum), {.lacks = {"unfilled.nan"}},
              {.expects = {"row.uniform"},
               .report = "https://github.com/pytorch/pytorch/issues/109517",
               .says = "rows that see nothing are declared zero and hold the mean: what hides is the lowest "
                       "finite number"}),
      holding(remasked("nan-rows", with_nan_rows), {},
              {.expects = {"row.nan"},
               .report = "https://github.com/huggingface/transformers/issues/47651",
               .says = "rows that see nothing are declared zero and hold NaN"}),
      holding(remasked("nan-rows-in-bf16", with_nan_rows_in_bf16), {},
              {.expects = {"row.nan"},
               .report = "https://github.com/NVIDIA-NeMo/Automodel/pull/2658",
               .says = "in bf16 rows that see nothing are declared zero and hold NaN"}),
      holding(declaring(exact_but("zero-rows", exact_arguments), EmptyRow::nan), {},
              {.expects = {"row.zero"}, .says = "rows that see nothing are declared NaN and hold zeros"}),
      holding(remasked("first-slot-in-empty-rows", with_first_slot_open), {.lacks = {"unfilled.nan"}},
              {.expects = {"row.value"},
               .says = "rows that see nothing are declared zero and hold the value of the first slot"}),
  };
}};

const Seeded<Mutant> poisoned{[] {
  return std::vector<Mutant>{
      holding(declaring(remasked("nan-times-zero", with_finite_minimum), EmptyRow::mean),
              {.only = {"cache.static", "cache.static-sliding", "unfilled.nan"}, .lacks = {"sink"}},
              {.expects = {"nonfinite"},
               .report = "https://github.com/tinygrad/tinygrad/pull/15552",
               .says = "NaN in an unwritten slot is multiplied by a weight of 0, though it is declared "
                       "harmless"}),
  };
}};

} // namespace

} // namespace attest::backends
