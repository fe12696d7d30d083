// Right backends whose rows that see nothing hold something else than zeros, as they declare.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"

namespace attest::backends {

namespace {

Kernel declaring(Kernel kernel, EmptyRow empty_row) {
  kernel.empty_row = empty_row;
  return kernel;
}

void give_nan(LoopRow& row) {
  soften(row), gather(row);
  if (row.call.sink.empty() && first_seen(row) == row.scores.size())
    row.out.assign(row.out.size(), std::numeric_limits<double>::quiet_NaN());
}

/// The lowest number swallows every score, so that a row that sees nothing weighs all slots alike. Hidden
/// slots are multiplied by 0, which NaN survives.
Backend lowering() {
  return on_exact(
      declaring(plain_with_call("mask-of-lowest", adding_mask(lowest(Dtype::f32))), EmptyRow::mean),
      {.lacks = {"unfilled.nan"}});
}

/// -10000 hides as long as no hidden score is about that much above a seen one: with the default scale none
/// is more than 10000 apart (|q|, |k| < 12, at most 1024 channels), without sink and alibi.
Backend lowering_by_10000() {
  return on_exact(
      declaring(plain_with_call("mask-of-minus-10000", adding_mask(-10000)), EmptyRow::unspecified),
      {.lacks = {"unfilled.nan", "scale", "sink", "alibi"}});
}

/// The handed additive mask goes to the kernel as it is, every other as BOOL.
Arguments additive_as_handed(const PolicyInput& input) {
  Arguments arguments = exact_arguments(input);
  if (input.value.form == Form::additive) arguments.mask = view_of(*input.handed);
  return arguments;
}

/// In f16 the lowest number, -65504, swallows nothing.
Backend handing_through() {
  Policy policy = exact_but("additive-as-handed", additive_as_handed);
  policy.empty_row = [](Family) {
    return std::map<std::string, EmptyRow>{
        {"additive", EmptyRow::mean}, {"additive@f16", EmptyRow::unspecified}, {"*", EmptyRow::zero}};
  };
  return composed(kernel_named("plain"), policy,
                  {.lacks = {"unfilled.nan", "scale", "mask_dtype.f16", "mask_dtype.f64"}});
}

const Seeded<Variant> registered{[] {
  return std::vector<Variant>{
      {.backend = on_exact(declaring(loop_kernel("empty-rows-nan", {.attend = give_nan}), EmptyRow::nan)),
       .says = "a row that sees nothing is NaN, as declared"},
      {.backend = lowering(),
       .says = "hidden scores are lowered by the largest f32; empty rows are the mean"},
      {.backend = lowering_by_10000(),
       .says = "hidden scores are lowered by 10000, where scores cannot be as large; empty rows unspecified"},
      {.backend = handing_through(),
       .says = "an additive mask goes to the kernel as handed, empty rows by form"},
  };
}};

} // namespace

} // namespace attest::backends
