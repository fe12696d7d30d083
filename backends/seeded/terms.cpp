// Terms of the mask that are ignored, or that show a key too many at their edges.
#include "backends/seeded/mask_fault.hpp"

#include "cases/pads.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

template <TermKind kind> void open(Case& value, StepPlan&) { value.mask = opened(value.mask, kind); }

void end_later(Mask& mask) {
  if (mask.op == Mask::Op::term && mask.term.kind == TermKind::blocks) ++mask.term.lists.at(0).back();
  for (Mask& part : mask.parts) end_later(part);
}

bool is_pad_key(const Cell& at) {
  return at.key >= 0 && is_pad(at.value, at.step.sequence[static_cast<std::size_t>(at.batch)], at.key);
}

const Takes causal{.only = {"mask.causal", "cache.none", "cache.dynamic"}, .lacks = {"flag.false", "offset"}};

const Seeded<Mutant> of_the_future{[] {
  return std::vector<Mutant>{
      mutant_of({.name = "causal-one-ahead",
                 .misreads = open<TermKind::causal>,
                 .shows = [](const Cell& at) { return at.right || (at.read && at.key == at.query + 1); }},
                causal, {.expects = {"leak.future"}, .says = "every query also sees the token after it"}),
      mutant_of({.name = "causal-per-four-queries-in-f16",
                 .misreads = open<TermKind::causal>,
                 .shows =
                     [](const Cell& at) {
                       const bool shared = at.read && at.key <= at.query + 3 - at.row % 4;
                       return at.right || (at.value.dtype == Dtype::f16 && shared);
                     }},
                causal,
                {.expects = {"leak.future"},
                 .report = "https://github.com/pytorch/pytorch/issues/195910",
                 .says = "in f16 four queries share the causal mask of the last of them"}),
      mutant_of({.name = "window-right-side-open", .misreads = open<TermKind::ahead>},
                {.only = {"mask.ahead", "mask.window", "cache.none", "cache.dynamic"},
                 .lacks = {"flag.true", "offset"}},
                {.expects = {"leak.future"},
                 .report = "https://github.com/jax-ml/jax/pull/39576",
                 .says = "the right side of a window is left open"}),
  };
}};

const Seeded<Mutant> of_documents{[] {
  return std::vector<Mutant>{
      mutant_of({.name = "documents-ignored", .misreads = open<TermKind::documents>},
                {.only = {"mask.causal", "mask.documents"}, .lacks = {"flag.false"}},
                {.expects = {"leak.document"},
                 .report = "https://github.com/huggingface/transformers/pull/46634",
                 .says = "packed documents see each other"}),
  };
}};

const Seeded<Mutant> of_chunks{[] {
  const Takes chunks{.only = {"mask.causal", "mask.chunk", "cache.none", "cache.dynamic"},
                     .lacks = {"flag.false", "offset"}};
  return std::vector<Mutant>{
      mutant_of({.name = "chunk-ignored", .misreads = open<TermKind::chunk>}, chunks,
                {.expects = {"leak.chunk"}, .says = "chunks have no effect"}),
      mutant_of({.name = "chunk-counted-from-pads",
                 .misreads = [](Case& value, StepPlan&) { value.pad = {}; },
                 .shows = [](const Cell& at) { return at.read && !is_pad_key(at); }},
                {.only = {"mask.causal", "mask.chunk", "cache.none", "cache.chunked"},
                 .lacks = {"flag.", "offset"}},
                {.expects = {"leak.chunk", "drop.chunk"},
                 .report = "https://github.com/huggingface/transformers/issues/40214",
                 .says = "chunks are counted from the first pad, not from the first real token"}),
      mutant_of(
          {.name = "chunk-edge-one-late",
           .misreads = [](Case&, StepPlan& step) { --step.q0; },
           .shows = [](const Cell& at) { return at.right || at.read; }},
          chunks,
          {.expects = {"leak.chunk"}, .says = "the first query of a chunk still sees the chunk before"}),
  };
}};

const Seeded<Mutant> of_spans{[] {
  const Takes spans{.only = {"mask.prefix", "mask.blocks"}, .lacks = {"flag.true"}};
  return std::vector<Mutant>{
      mutant_of({.name = "prefix-one-long",
                 .misreads = [](Case& value, StepPlan&) { grow(value.mask, TermKind::prefix, 1); }},
                spans, {.expects = {"leak.other"}, .says = "the prefix shows one key too many"}),
      mutant_of(
          {.name = "last-block-one-long", .misreads = [](Case& value, StepPlan&) { end_later(value.mask); }},
          spans, {.expects = {"leak.other"}, .says = "the last block shows one key too many"}),
  };
}};

} // namespace

} // namespace attest::backends
