// Every seeded fault of a policy or a cache on a line that shows it, with the class that the contract gives
// it.
#include "backends/seeded/parts.hpp"
#include "cases/testing.hpp"
#include "harness/seeded.test.hpp"
#include "reports/classes.hpp"

#include <algorithm>
#include <set>

using namespace attest;
using namespace attest::testing;
using backends::Mutant;
using backends::mutants;
using harness::Judgement;
using reports::Verdict;

namespace {

const std::vector<Witness>& witnesses() {
  static const std::vector<Witness> all = {
      {"flash@queries-from-top-left", "steps=2,1 cache=static:4", "align.top_left"},
      {"flash@window-one-wide", "steps=4 mask=causal&window:2", "leak.window"},
      {"plain@additive-mask-inverted", "steps=3 form=additive", "mask.inverted"},
      {"plain@band-doubled", "steps=4 mask=band:1", "leak.window"},
      {"plain@band-last-key-lost", "steps=4 mask=band:2", "drop.future"},
      {"plain@boolean-mask-added", "steps=2,1 cache=static:4 form=bool", "mask.ignored"},
      {"plain@boolean-mask-inverted", "steps=3 form=bool", "mask.inverted"},
      {"plain@causal-one-ahead", "steps=3", "leak.future"},
      {"plain@causal-per-four-queries-in-f16", "steps=6 dtype=f16", "leak.future"},
      {"plain@chunk-counted-from-pads", "steps=5 mask=causal&chunk:3 pad=left:1", "leak.chunk"},
      {"plain@chunk-edge-one-late", "steps=4 mask=causal&chunk:2", "leak.chunk"},
      {"plain@chunk-first-key-lost", "steps=4 mask=causal&chunk:3", "drop.chunk"},
      {"plain@chunk-ignored", "steps=4 mask=causal&chunk:2", "leak.chunk"},
      {"plain@documents-ignored", "steps=5 mask=causal&documents:2,3", "leak.document"},
      {"plain@exact+cross-not-reordered", "batch=2 steps=1,reorder:1/0,1 cache=cross keys=3", "leak.batch"},
      {"plain@exact+dynamic-keys-not-reordered", "batch=2 steps=3,reorder:1/0,1 cache=dynamic", "leak.other"},
      {"plain@exact+dynamic-not-cropped", "steps=3,crop:1,1 cache=dynamic", "throw"},
      {"plain@exact+dynamic-not-reordered", "batch=2 steps=3,reorder:1/0,1 cache=dynamic", "leak.batch"},
      {"plain@exact+dynamic-row-zero-for-all", "batch=2 steps=3 cache=dynamic", "leak.batch"},
      {"plain@exact+dynamic-values-not-reordered", "batch=2 steps=3,reorder:1/0,1 cache=dynamic",
       "leak.batch"},
      {"plain@exact+paged-not-cropped", "steps=3,crop:1,1 cache=paged:2", "leak.unfilled"},
      {"plain@exact+paged-shared-page-written", "batch=2 steps=3,reorder:0/0,1 cache=paged:4", "leak.batch"},
      {"plain@exact+quantized-fresh-too", "steps=3 cache=quantized:2", "precision"},
      {"plain@exact+ring-one-short", "steps=3,1,1 cache=ring:3 mask=causal&window:3", "drop.window"},
      {"plain@exact+ring-rotated-once-wrapped", "steps=3,1,1 cache=ring:3 mask=causal&window:2",
       "leak.window"},
      {"plain@exact+sink-first-lost", "steps=5,1 cache=sink:2,2 mask=causal&(window:2|prefix:2)",
       "drop.window"},
      {"plain@exact+sliding-evicts-late", "steps=4,1,1 cache=sliding:3 mask=causal&window:3", "leak.evicted"},
      {"plain@exact+sliding-newest-exchanged", "steps=3 cache=sliding:3 mask=causal&window:3", "leak.future"},
      {"plain@exact+sliding-oldest-overwritten", "steps=4,1 cache=sliding:3 mask=causal&window:3",
       "drop.window"},
      {"plain@exact+static-not-cropped", "steps=3,crop:1,1 cache=static:6", "leak.unfilled"},
      {"plain@exact+static-not-reordered", "batch=2 steps=3,reorder:1/0,1 cache=static:5", "leak.batch"},
      {"plain@exact+static-not-reset", "steps=3,reset,2 cache=static:6", "leak.unfilled"},
      {"plain@exact+static-one-late", "steps=3,1 cache=static:6", "leak.unfilled"},
      {"plain@exact+static-sliding-rolls-early", "steps=3,1 cache=static-sliding:4,8 mask=causal&window:4",
       "leak.unfilled"},
      {"plain@finite-minimum", "steps=2 keys=2 offset=-1", "row.uniform"},
      {"plain@first-key-lost", "steps=3", "drop.visible"},
      {"plain@first-slot-in-empty-rows", "steps=2 keys=2 offset=-1", "row.value"},
      {"plain@flag-false-ignored", "steps=3 is_causal=false", "flag.ignored"},
      {"plain@flag-forced", "steps=3 mask=full", "flag.forced"},
      {"plain@flag-forced-on-cross", "steps=2 cache=cross keys=3", "flag.forced"},
      {"plain@flag-ignored", "steps=3 mask=full is_causal=true", "flag.ignored"},
      {"plain@flag-ignored-beside-padding", "batch=2 steps=5 pad=right:0,2 is_causal=false", "flag.ignored"},
      {"plain@last-block-one-long", "steps=4 mask=blocks:0-1", "leak.other"},
      {"plain@last-left-pad-forgotten", "steps=4 pad=left:2", "leak.padding"},
      {"plain@left-pads-forgotten", "steps=4 pad=left:2", "leak.padding"},
      {"plain@mask-of-next-row", "batch=2 steps=4 pad=left:0,2", "mask.broadcast"},
      {"plain@nan-rows", "steps=2 keys=2 offset=-1", "row.nan"},
      {"plain@nan-rows-in-bf16", "steps=2 keys=2 offset=-1 dtype=bf16", "row.nan"},
      {"plain@nan-times-zero", "steps=2,1 cache=static:4 unfilled=nan", "nonfinite"},
      {"plain@newest-key-lost-in-decode", "steps=3,1 cache=dynamic", "drop.visible"},
      {"plain@next-slot-shown", "steps=3,1 cache=static:6", "leak.unfilled"},
      {"plain@pads-forgotten-beside-flag", "steps=4 pad=left:2 is_causal=true", "leak.padding"},
      {"plain@pads-forgotten-in-decode", "steps=4,1 cache=dynamic pad=left:2", "leak.padding"},
      {"plain@pads-swapped", "steps=4 pad=left:1", "pad.swapped"},
      {"plain@pads-taken-over-shown", "batch=2 steps=3,reorder:1/0,1 cache=dynamic pad=left:1,0",
       "leak.padding"},
      {"plain@prefix-last-key-lost", "steps=4 mask=prefix:3", "drop.future"},
      {"plain@prefix-one-long", "steps=4 mask=prefix:2", "leak.other"},
      {"plain@queries-from-top-left", "steps=2,2 cache=dynamic", "align.top_left"},
      {"plain@queries-to-bottom-right", "steps=3 cache=static:5", "align.bottom_right"},
      {"plain@refuses-padded-batches", "batch=2 steps=3 pad=left:1,0", "refusal"},
      {"plain@right-pads-forgotten", "steps=4,1 cache=dynamic pad=right:2", "leak.padding"},
      {"plain@stale-slots-shown-after-crop", "steps=4,crop:1,1 cache=static:6", "leak.unfilled"},
      {"plain@stale-slots-shown-after-reset", "steps=4,reset,1 cache=static:6", "leak.unfilled"},
      {"plain@throws-when-full", "steps=3,1 cache=static:4", "throw"},
      {"plain@unwritten-slots-of-window-shown", "steps=2,1 cache=static-sliding:4,8 mask=causal&window:4",
       "leak.unfilled"},
      {"plain@unwritten-slots-shown", "steps=3 cache=static:5", "leak.unfilled"},
      {"plain@unwritten-slots-shown-in-decode", "steps=3,1 cache=static:6", "leak.unfilled"},
      {"plain@window-first-tile-lost", "steps=12 mask=causal&window:6", "drop.window"},
      {"plain@window-ignored", "steps=4 mask=causal&window:2", "leak.window"},
      {"plain@window-ignored-without-handed-mask", "steps=4 mask=causal&window:2", "leak.window"},
      {"plain@window-of-the-call", "steps=4,1 cache=dynamic mask=causal&window:2", "leak.window"},
      {"plain@window-one-narrow", "steps=4 mask=causal&window:2", "drop.window"},
      {"plain@window-one-narrow-in-decode", "steps=4,1 cache=dynamic mask=causal&window:2", "drop.window"},
      {"plain@window-one-wide", "steps=4 mask=causal&window:2", "leak.window"},
      {"plain@window-one-wide-from-third-step", "steps=4,1,1 cache=dynamic mask=causal&window:2",
       "leak.window"},
      {"plain@window-one-wide-in-bf16", "steps=4 mask=causal&window:2 dtype=bf16", "leak.window"},
      {"plain@window-one-wide-in-last-batch-row", "batch=2 steps=4 mask=causal&window:2", "leak.window"},
      {"plain@window-one-wide-in-last-head", "heads=2 steps=4 mask=causal&window:2", "leak.window"},
      {"plain@window-one-wide-in-last-query", "steps=4 mask=causal&window:2", "leak.window"},
      {"plain@window-one-wide-with-pads", "steps=5 mask=causal&window:2 pad=left:1", "leak.window"},
      {"plain@window-right-side-open", "steps=4 mask=window:2&ahead:0", "leak.future"},
      {"plain@zero-rows", "steps=2 keys=2 offset=-1", "row.zero"},
  };
  return all;
}

const backends::Backend& variant_named(const std::string& name) {
  for (const backends::Variant& variant : backends::variants())
    if (variant.backend.declaration.name == name) return variant.backend;
  throw std::logic_error("there is no variant " + name);
}

/// The verdict on a line that needs `feature`, had the backend declared that too.
Verdict verdict_with(const std::string& feature, const std::string& line, const backends::Backend& backend) {
  Declaration declaration = backend.declaration;
  declaration.features.push_back(feature);
  return judge_backend(reference::read_line(line), backend, declaration).verdict;
}

} // namespace

TEST_CASE("every class that a mutant expects is one of the contract's") {
  std::set<std::string> names;
  for (const reports::ClassEntry& entry : reports::classes()) names.emplace(entry.name);
  for (const Mutant& mutant : mutants())
    for (const std::string& expected : mutant.expects) {
      INFO(mutant.backend.declaration.name);
      CHECK(names.count(expected) == 1);
    }
}

TEST_CASE("a seeded fault of a policy or a cache gets its class on a line that shows it") {
  for (const Witness& witness : witnesses()) {
    INFO(witness.mutant << ": " << witness.line);
    check_witness(witness);
  }
}

TEST_CASE("every seeded fault of a policy or a cache has such a line") {
  std::set<std::string> shown = {"plain@undeclared-window"}; // below: no line may be asked of it
  for (const Witness& witness : witnesses()) shown.insert(witness.mutant);
  for (const Mutant& mutant : mutants()) {
    const std::string& name = mutant.backend.declaration.name;
    const std::string kernel = name.substr(0, name.find('@'));
    INFO(name);
    if (kernel == "plain" || kernel == "flash") CHECK(shown.count(name) == 1); // others are faults of kernels
  }
}

TEST_CASE("without the fault of its policy or cache the same line is right") {
  const backends::Policy& exact = backends::policy_named("exact");
  for (const Witness& witness : witnesses()) {
    INFO(witness.mutant << ": " << witness.line);
    const auto& kernel = backends::kernel_named(witness.mutant.substr(0, witness.mutant.find('@')));
    const backends::Backend right = backends::compose(kernel, exact, backends::caches_of(exact));
    CHECK(judge_backend(witness.line, right).verdict == Verdict::agrees);
  }
}

TEST_CASE("what is not declared is not asked, and asked on purpose it shows") {
  const std::string line = "steps=4 mask=causal&window:2";
  const backends::Backend& wrong = mutant_named("plain@undeclared-window").backend;
  const backends::Backend& modest = variant_named("plain@modest");
  CHECK(judge_backend(line, wrong).verdict == Verdict::refused);
  CHECK(judge_backend(line, modest).verdict == Verdict::refused);
  CHECK(verdict_with("mask.window", line, wrong) == Verdict::disagrees);
  CHECK(verdict_with("mask.window", line, modest) == Verdict::agrees);
}
