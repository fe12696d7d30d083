// Every seeded fault of a kernel on a line that shows it, with the class that the contract gives it.
#include "backends/seeded/parts.hpp"
#include "cases/testing.hpp"
#include "harness/seeded.test.hpp"

#include <algorithm>
#include <set>

using namespace attest;
using namespace attest::testing;
using backends::Mutant;
using harness::Judgement;
using reports::Verdict;

namespace {

const std::vector<Witness> numbers = {
    {"accumulates-in-bf16@exact", "steps=4", "precision"},
    {"accumulates-in-f16@exact", "steps=4", "precision"},
    {"alibi-sign-turned@exact", "steps=3 alibi=0.5", "bias"},
    {"exp-by-limit@exact", "steps=4", "precision"},
    {"faint-keys-skipped@exact", "steps=6 data=large", "drop.visible"},
    {"hidden-slots-in-sum@exact", "steps=2 cache=static:4", "leak.unfilled"},
    {"hidden-tile-counted@exact", "steps=9", "leak.unfilled"},
    {"kv-head-always-first@exact", "heads=2 steps=2", "head_map"},
    {"kv-head-by-modulo@exact", "heads=4/2 steps=2", "head_map"},
    {"kv-head-of-last-query-head@exact", "heads=4/2 steps=2", "head_map"},
    {"kv-heads-blended@exact", "heads=2 steps=2", "leak.head"},
    {"no-alibi@exact", "steps=3 alibi=0.5", "bias"},
    {"no-sink@exact", "steps=3 sink=0.5", "sink"},
    {"no-softcap@exact", "steps=3 softcap=1", "softcap"},
    {"output-through-bf16@exact", "steps=2", "precision"},
    {"padding-in-sum@exact", "steps=3 pad=left:1", "leak.unfilled"},
    {"scale-by-default@exact", "steps=3 scale=0.5", "scale"},
    {"scale-one@exact", "steps=3", "scale"},
    {"scale-squared@exact", "steps=3", "scale"},
    {"scores-rounded@exact", "steps=8 dtype=bf16", "precision"},
    {"sum-not-rescaled@exact", "steps=20", "precision"},
    {"tail-of-tile-counted@exact", "steps=9", "leak.unfilled"},
    {"tiles-not-rescaled@exact", "steps=20", "precision"},
    {"weights-normalised-and-rounded@exact", "steps=8 dtype=bf16", "precision"},
    {"weights-rounded@exact", "steps=8 dtype=bf16", "precision"},
};

const std::vector<Witness> reads = {
    {"causal-by-groups-of-four@exact", "steps=4", "leak.future"},
    {"first-key-lost-by-last-query@exact", "steps=3", "drop.visible"},
    {"first-key-of-second-tile-lost@exact", "steps=9", "drop.visible"},
    {"kv-of-first-row@exact", "batch=2 steps=2", "leak.batch"},
    {"last-key-in-batch-row-1@exact", "batch=2 steps=2", "leak.future"},
    {"mask-multiplied@exact", "steps=3", "leak.future"},
    {"mask-of-minus-110@exact", "steps=2", "leak.future"},
    {"maximum-of-hidden@exact", "steps=8", "leak.other"},
    {"next-key-in-bf16@exact", "steps=2 dtype=bf16", "leak.future"},
    {"next-key-in-head-1@exact", "heads=2 steps=2", "leak.future"},
    {"next-key-in-last-row-of-tile@exact", "steps=9", "leak.future"},
    {"next-key-of-last-query-but-one@exact", "steps=3", "leak.future"},
    {"next-key-of-loud-queries@exact", "steps=2", "leak.future"},
    {"next-key-whispers@exact", "steps=2", "leak.future"},
    {"next-value-in-crumbs@exact", "steps=2", "leak.future"},
    {"own-key-lost-in-last-head@exact", "heads=2 steps=3", "drop.visible"},
    {"partial-tile-lost@exact", "steps=9", "drop.visible"},
};

const std::vector<Witness> rows = {
    {"empty-row-almost-zero@exact", "steps=2 keys=2 offset=-1", "row.value"},
    {"empty-row-mean@exact", "steps=2 keys=2 offset=-1", "row.uniform"},
    {"empty-row-nan@exact", "steps=2 keys=2 offset=-1", "row.nan"},
    {"empty-row-zero-not-mean@exact", "steps=2 keys=2 offset=-1", "row.zero"},
    {"empty-row-zero@exact", "steps=2 keys=2 offset=-1", "row.zero"},
    {"hidden-tile-gives-nan@exact", "steps=9 mask=causal&window:1", "nonfinite"},
    {"hidden-times-zero@exact", "steps=2 cache=static:3 unfilled=nan", "nonfinite"},
    {"mask-scaled@exact", "steps=2 scale=-1", "nonfinite"},
    {"mask-times-infinity@exact", "steps=2 mask=causal&window:1", "nonfinite"},
    {"no-maximum-in-f16@exact", "steps=4 data=large", "nonfinite"},
    {"tail-times-zero@exact", "steps=3 memory=sliced", "nonfinite"},
};

const std::vector<Witness> answers = {
    {"bf16-in-f32@exact", "steps=2 dtype=bf16", "dtype"},
    {"heads-behind-queries@exact", "heads=2 steps=3", "shape"},
    {"no-batch-dimension@exact", "steps=2", "shape"},
    {"refuses-f64@exact", "steps=2 dtype=f64", "refusal"},
    {"throws-on-reset@exact", "steps=2,reset,1 cache=dynamic", "throw"},
};

/// Faults that no function in this process can show: commands/seeded.test.py has them.
const std::set<std::string> of_processes = {"aborts-on-second-step@exact", "hangs-on-reorder@exact",
                                            "last-step-missing@exact", "leaves-on-third-row@exact",
                                            "unasked-tensor@exact"};

std::vector<Witness> witnesses() {
  std::vector<Witness> all;
  for (const auto* list : {&numbers, &reads, &rows, &answers})
    all.insert(all.end(), list->begin(), list->end());
  return all;
}

} // namespace

TEST_CASE("a seeded fault of a kernel gets its class on a line that shows it") {
  for (const Witness& witness : witnesses()) {
    INFO(witness.mutant << ": " << witness.line);
    check_witness(witness);
  }
}

TEST_CASE("without its fault the same line is right") {
  const backends::Backend plain =
      backends::compose(backends::kernel_named("plain"), backends::policy_named("exact"),
                        backends::caches_of(backends::policy_named("exact")));
  for (const Witness& witness : witnesses()) {
    INFO(witness.mutant << ": " << witness.line);
    CHECK(judge_backend(witness.line, plain).verdict == Verdict::agrees);
  }
}

TEST_CASE("every seeded fault of a kernel or a process has such a line") {
  std::set<std::string> shown = of_processes;
  for (const Witness& witness : witnesses()) shown.insert(witness.mutant);
  for (const Mutant& mutant : backends::mutants()) {
    const std::string& name = mutant.backend.declaration.name;
    INFO(name);
    const std::string kernel = name.substr(0, name.find('@'));
    if (kernel != "plain" && kernel != "flash")
      CHECK(shown.count(name) == 1); // others are faults of policies
  }
}
