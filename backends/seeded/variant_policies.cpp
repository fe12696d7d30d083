// Right backends that ask their kernel in another way, or declare less than they can.
#include "backends/seeded/around.hpp"

namespace attest::backends {

namespace {

/// Builds the whole mask where `exact` leaves it to the flag, or leaves it out.
Arguments always_masked(const PolicyInput& input) {
  Arguments arguments = exact_arguments(input);
  if (arguments.mask) return arguments;
  View mask = make_view(Element::boolean, {input.value.batch, 1, input.step.fresh, input.width});
  visit_places(mask, [&](auto b, auto h, auto i, auto j) {
    set(mask, b, h, i, j, arguments.is_causal && j > i ? 0 : 1);
  });
  return {.mask = mask, .bias = arguments.bias};
}

/// One mask per query head, all alike.
Arguments masked_per_head(const PolicyInput& input) {
  Arguments arguments = always_masked(input);
  const std::vector<std::int64_t> heads(static_cast<std::size_t>(input.value.query_heads), 0);
  if (arguments.mask->shape[1] == 1) arguments.mask = heads_taken(*arguments.mask, heads);
  return arguments;
}

Backend policy_backend(const std::string& name, std::function<Arguments(const PolicyInput&)> arguments) {
  return composed(kernel_named("plain"), exact_but(name, std::move(arguments)));
}

/// What a small library would have: one dtype, two caches, causal masks, no extras.
Backend modest() {
  Kernel kernel = kernel_named("plain");
  kernel.name = "modest";
  kernel.limits = {.dim_max = 16, .tokens_max = 40};
  return on_exact(kernel, {.only = {"dtype.f32", "cache.none", "cache.dynamic", "mask.causal", "form.none",
                                    "form.padding", "layout.bhsd", "memory.plain", "unfilled.zeros"},
                           .lacks = {"softcap", "sink", "alibi", "scale", "offset", "crop", "reset",
                                     "pad.bits", "flag.true", "flag.false"}});
}

Backend never_empty() {
  Kernel kernel = kernel_named("plain");
  kernel.name = "empty-rows-unspecified";
  kernel.empty_row = EmptyRow::unspecified;
  return on_exact(kernel);
}

const Seeded<Variant> registered{[] {
  return std::vector<Variant>{
      {.backend = policy_backend("always-masked", always_masked),
       .says = "the whole mask is built for every call, the flag is never used"},
      {.backend = policy_backend("masked-per-head", masked_per_head),
       .says = "every query head has its own mask"},
      {.backend = modest(), .says = "little is declared, all of which is right"},
      {.backend = never_empty(), .says = "nothing is promised for rows that see nothing"},
  };
}};

} // namespace

} // namespace attest::backends
