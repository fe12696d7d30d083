// Backends that do not keep to what they declare: refusals and errors inside it, answers outside it.
#include "backends/seeded/mask_fault.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

/// Answers all that its parts can do, and declares less: it does not check what it is asked.
Backend less_declared(Backend backend, const std::string& feature) {
  std::erase(backend.declaration.features, feature);
  return backend;
}

/// `exact`, but `checks` may throw first.
Policy checked(const std::string& name, void (*check)(const PolicyInput&)) {
  return exact_but(name, [check](const PolicyInput& input) {
    check(input);
    return exact_arguments(input);
  });
}

void refuse_padded_batches(const PolicyInput& input) {
  if (input.value.pad.side != PadSide::none && input.value.batch > 1)
    throw Refused("padding is taken for a batch of one only");
}

void throw_when_full(const PolicyInput& input) {
  if (input.value.cache.kind == CacheKind::static_ && input.step.before > 0 &&
      input.step.before + input.step.fresh == width_of(input.step))
    throw std::out_of_range("index out of range: the cache is full");
}

const Seeded<Mutant> inside{[] {
  return std::vector<Mutant>{
      {.backend = composed(kernel_named("plain"), checked("refuses-padded-batches", refuse_padded_batches)),
       .expects = {"refusal"},
       .says = "a padded batch is refused, though it is declared"},
      {.backend = composed(kernel_named("plain"), checked("throws-when-full", throw_when_full),
                           {.only = {"cache.static"}}),
       .expects = {"throw"},
       .says = "the token that fills the last slot of a static cache is an error"},
  };
}};

void open_window(Case& value, StepPlan&) { value.mask = opened(value.mask, TermKind::window); }

const Seeded<Mutant> outside{[] {
  Mutant window = mutant_of({.name = "undeclared-window", .misreads = open_window}, {},
                            {.expects = {"declaration"},
                             .report = "https://github.com/sgl-project/sglang/pull/26516",
                             .says = "a window is not declared, and where it is asked for all the same it is "
                                     "ignored in silence"});
  window.backend = less_declared(window.backend, "mask.window");
  return std::vector<Mutant>{window};
}};

const Seeded<Variant> modest{[] {
  const Backend all = composed(kernel_named("plain"), exact_but("modest", exact_arguments));
  return std::vector<Variant>{
      {.backend = less_declared(all, "mask.window"),
       .says = "a window is not declared, and where it is asked for all the same the answer is right"}};
}};

} // namespace

} // namespace attest::backends
