// One mistake at a time, and the class, sentence and cells that the contract gives it.
#include "harness/fake.test.hpp"

using namespace attest;
using namespace attest::testing;
using reports::Verdict;

namespace {

std::string class_of(const std::string& line, const Fake& fake) {
  const Judgement judgement = judge_line(line, fake);
  CHECK(judgement.verdict == Verdict::disagrees);
  CHECK_FALSE(judgement.evidence.empty());
  INFO(judgement.sentence);
  return judgement.kind;
}

} // namespace

TEST_CASE("a slot that nobody has written is read: the case of the contract") {
  const Judgement judgement = judge_line("steps=1 cache=static:2", reading({"##"}));
  CHECK(judgement.verdict == Verdict::disagrees);
  CHECK(judgement.kind == "leak.unfilled");
  CHECK(judgement.oracle == "mask");
  CHECK(judgement.sentence == "query 0 of batch 0 also reads static-cache slot 1, which nobody has written");
  REQUIRE(judgement.evidence.size() == 1);
  const reports::Evidence& row = judgement.evidence[0];
  CHECK(row.leaked == std::vector<reports::Cell>{{.slot = 1, .weight = 0.5}});
  CHECK(row.dropped.empty());
  CHECK(row.expected_row == "#.");
  CHECK(row.actual_row == "##");
  CHECK_FALSE(row.value);
  REQUIRE(judgement.actual.size() == 1);
  CHECK(judgement.actual[0].read == std::vector<std::uint8_t>{1, 1});
}

TEST_CASE("a decode step that reads all of a static cache") {
  const Judgement judgement =
      judge_line("steps=3,1 cache=static:6", reading({"#.....|##....|###...", "######"}));
  CHECK(judgement.kind == "leak.unfilled");
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].step == 1);
  CHECK(judgement.evidence[0].leaked ==
        std::vector<reports::Cell>{{.slot = 4, .weight = 0.166667}, {.slot = 5, .weight = 0.166667}});
  CHECK(judgement.sentence ==
        "query 0 of batch 0 in step 1 also reads static-cache slots 4 and 5, which nobody has written");
}

TEST_CASE("only some of the unwritten slots: they cannot be named") {
  const Judgement judgement = judge_line("steps=2,1 cache=static:6", reading({"#.....|##....", "####.."}));
  CHECK(judgement.kind == "leak.unfilled");
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].leaked == std::vector<reports::Cell>{{.weight = 0.25, .count = 1}});
  CHECK(judgement.evidence[0].actual_row == "###...");
  CHECK(judgement.sentence ==
        "query 0 of batch 0 in step 1 also reads 1 static-cache slot that nobody has written");
}

TEST_CASE("flags") {
  CHECK(class_of("steps=3 is_causal=false", as_case([](Case& value) { value.is_causal.reset(); })) ==
        "flag.ignored");
  CHECK(class_of("steps=3 mask=full is_causal=true", as_case([](Case& value) { value.is_causal.reset(); })) ==
        "flag.ignored");
  CHECK(class_of("steps=3 mask=full", with_mask("causal")) == "flag.forced");
  CHECK(class_of("steps=3,2 cache=dynamic mask=band:1",
                 as_case([](Case& value) { value.is_causal = true; })) == "flag.forced");
}

TEST_CASE("alignment") {
  CHECK(class_of("steps=3,2 cache=static:8", reading({"#.......|##......|###.....", "#.......|##......"})) ==
        "align.top_left");
  CHECK(class_of("steps=2,2 cache=dynamic", reading({"#.|##", "#...|##.."})) == "align.top_left");
  CHECK(class_of("steps=3 cache=static:6", reading({"####..|#####.|######"})) == "align.bottom_right");
  CHECK(class_of("steps=2 keys=5 offset=0", reading({"####.|#####"})) == "align.bottom_right");
  CHECK(class_of("steps=2 keys=5", reading({"#....|##..."})) == "align.top_left");
}

TEST_CASE("leaks of one region") {
  CHECK(class_of("steps=3", with_mask("full")) == "leak.future");
  CHECK(class_of("steps=4 mask=ahead:1", with_mask("ahead:2")) == "leak.future");
  CHECK(class_of("steps=4 mask=causal&documents:2,2", with_mask("causal")) == "leak.document");
  CHECK(class_of("steps=4 mask=causal&chunk:2", with_mask("causal")) == "leak.chunk");
  CHECK(class_of("steps=5 mask=causal&window:2", with_mask("causal&window:3")) == "leak.window");
  CHECK(class_of("steps=5 mask=band:1", with_mask("band:2")) == "leak.window");
  CHECK(class_of("steps=4 mask=prefix:2", with_mask("prefix:3")) == "leak.other");
  CHECK(class_of("steps=4 pad=left:1", as_case([](Case& value) { value.pad = {}; })) == "leak.padding");
}

TEST_CASE("a leak that the mask hides twice belongs to the first kind of term") {
  CHECK(class_of("steps=4 mask=causal&documents:2,2", reading({"###.|##..|..#.|..##"})) == "leak.future");
}

TEST_CASE("keys that are in no slot of the row's own") {
  const auto other_row = [](const Case&, const StepPlan&, const reference::Problem&, Returned& returned) {
    const std::size_t half = returned.v.values.size() / 2;
    std::copy_n(returned.k.values.begin(), half, returned.k.values.begin() + half);
    std::copy_n(returned.v.values.begin(), half, returned.v.values.begin() + half);
  };
  const Judgement batch = judge_line("batch=2 steps=2", {.returned = other_row});
  CHECK(batch.kind == "leak.batch");
  REQUIRE(batch.evidence.size() == 2);
  CHECK(batch.evidence[0].batch == 1);
  CHECK(batch.evidence[0].leaked ==
        std::vector<reports::Cell>{{.slot = 0, .token = 0, .row = 0, .weight = 1.0}});
  CHECK(batch.evidence[0].dropped == std::vector<reports::Cell>{{.slot = 0, .token = 0, .row = 1}});
  CHECK(batch.sentence ==
        "query 0 of batch 1 also reads token 0 of batch 0, another sequence, and does not read "
        "token 0, which it should see (and 1 more row)");
}

TEST_CASE("a reorder that did not happen leaves another sequence's keys") {
  const auto unmoved = [](const Case& value, const StepPlan& plan, const reference::Problem& problem,
                          Returned& returned) {
    if (plan.step == 0) return;
    for (std::int64_t row = 0; row < 2; ++row)
      for (std::int64_t c = 0; c < value.dim; ++c) {
        returned.k.at(row, 0, 0, c) = problem[0].k.at(row, 0, 0, c);
        returned.v.at(row, 0, 0, c) = problem[0].v.at(row, 0, 0, c);
      }
  };
  const Judgement judgement =
      judge_line("batch=2 steps=1,reorder:1/0,1 cache=dynamic", {.returned = unmoved});
  CHECK(judgement.kind == "leak.batch");
  REQUIRE(judgement.evidence.size() == 2);
  CHECK(judgement.evidence[0].leaked.at(0).row == 0);
  CHECK(judgement.evidence[0].dropped.at(0).row == 1);
}

TEST_CASE("a key that was cropped away counts as unfilled, in the slot that it had") {
  const auto stale = [](const Case& value, const StepPlan& plan, const reference::Problem& problem,
                        Returned& returned) {
    if (plan.step == 0) return;
    for (std::int64_t c = 0; c < value.dim; ++c) {
      returned.k.at(0, 0, 2, c) = problem[0].k.at(0, 0, 2, c);
      returned.v.at(0, 0, 2, c) = problem[0].v.at(0, 0, 2, c);
    }
  };
  Fake fake = reading({"#...|##..|###.", "###."});
  fake.returned = stale;
  const Judgement judgement = judge_line("steps=3,crop:1,1 cache=static:4", fake);
  CHECK(judgement.kind == "leak.unfilled");
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].leaked ==
        std::vector<reports::Cell>{{.slot = 2, .token = 2, .row = 0, .weight = 0.333333}});
  CHECK(judgement.sentence ==
        "query 0 of batch 0 in step 1 also reads token 2, which the cache was told to forget");
}

TEST_CASE("a token that the cache has dropped") {
  // The sliding cache returns tokens 1 and 2 at step 1; slot 0 is made to hold token 0 beside them by halves.
  const auto evicted = [](const Case& value, const StepPlan& plan, const reference::Problem& problem,
                          Returned& returned) {
    if (plan.step == 0) return;
    for (std::int64_t c = 0; c < value.dim; ++c)
      returned.v.at(0, 0, 0, c) = (problem[0].v.at(0, 0, 0, c) + problem[0].v.at(0, 0, 1, c)) / 2;
  };
  const Judgement judgement =
      judge_line("steps=2,1 cache=sliding:2 mask=causal&window:2", {.returned = evicted});
  CHECK(judgement.kind == "leak.evicted");
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].leaked == std::vector<reports::Cell>{{.token = 0, .row = 0, .weight = 0.25}});
}

TEST_CASE("drops") {
  CHECK(class_of("steps=5 mask=causal&window:3", with_mask("causal&window:2")) == "drop.window");
  CHECK(class_of("steps=4 mask=band:1", reading({"##..|.##.|..##|...#"})) == "drop.window");
  CHECK(class_of("steps=4 mask=causal&chunk:2", reading({"#...|.#..|..#.|...#"})) == "drop.chunk");
  CHECK(class_of("steps=4 mask=ahead:2", with_mask("ahead:1")) == "drop.future");
  CHECK(class_of("steps=4", reading({"#...|##..|###.|#.##"})) == "drop.visible");
  CHECK(class_of("steps=3", reading({"#..|##.|..#"})) == "drop.visible");
}

TEST_CASE("other readings of the whole mask") {
  CHECK(class_of("steps=4 mask=documents:2,2", reading({"..##|..##|##..|##.."})) == "mask.inverted");
  CHECK(class_of("steps=4 pad=left:1", reading({"####|####|####|####"})) == "mask.ignored");
  CHECK(class_of("steps=3 pad=left:1 mask=full", reading({"##.|##.|##."})) == "pad.swapped");
  const Fake broadcast = {.cells = [](const Case&, const StepPlan&, Cells& cells) {
    const Cells right = cells;
    change_cells(cells, [&](std::int64_t, std::int64_t query, std::int64_t slot, std::uint8_t& seen) {
      seen = right.at(0, query, slot);
    });
  }};
  CHECK(class_of("batch=2 steps=4 mask=full pad=bits:0111,1011 rows=all", broadcast) == "mask.broadcast");
}

TEST_CASE("mixtures go by the region with most cells") {
  // Row 1 reads one future key, row 3 two padded ones.
  CHECK(class_of("steps=4 pad=left:2 rows=all", reading({"....|....|..##|####"})) == "leak.padding");
  CHECK(class_of("steps=4", reading({"##..|####|.##.|###."})) == "leak.future");
}

TEST_CASE(
    "where rows that see nothing hold the mean, hiding everything is not taken for showing everything") {
  const Judgement judgement =
      judge_line("steps=1 cache=static:2", reading({"##"}), able(EmptyRow::mean, "eager"));
  CHECK(judgement.kind == "leak.unfilled");
  CHECK(judgement.also == std::vector<std::string>{"mask.ignored"});
}

TEST_CASE("several classes fit: the first is the verdict's, the others are named") {
  const Judgement judgement = judge_line("steps=2 mask=full", with_mask("causal"));
  CHECK(judgement.kind == "flag.forced");
  CHECK(judgement.also == std::vector<std::string>{"drop.future"});
}
