// A trial's sums, exit code, text and JSON, on trials made by hand.
#include "reports/trial.hpp"

#include "cases/json.hpp"
#include "cases/testing.hpp"

using namespace attest;
using namespace attest::reports;

namespace {

MutantTrial found(const std::string& kind, std::int64_t cases) {
  return {.name = "plain@late",
          .says = "the window is one key wider",
          .expects = {"leak.window"},
          .report = "https://example.org/1",
          .cases = cases,
          .killed = Accusation{.kind = kind,
                               .oracle = "mask",
                               .sentence = "query 1 reads too much",
                               .line = "batch=2 steps=2",
                               .shrunk = "steps=2"}};
}

MutantTrial survivor() {
  return {.name = "plain@deep", .says = "only wrong after a year", .expects = {"precision"}, .cases = 400};
}

VariantTrial quiet() { return {.name = "tiled@exact", .says = "tiles of 5", .cases = 4000}; }

VariantTrial accused() {
  return {.name = "split@exact",
          .says = "sums in two halves",
          .cases = 1234,
          .alarms = 2,
          .first_alarm = Accusation{.kind = "precision",
                                    .oracle = "bound",
                                    .sentence = "off by one",
                                    .line = "steps=9",
                                    .shrunk = "steps=3"}};
}

} // namespace

TEST_CASE("a trial is passed only if all mutants are named rightly and no variant is accused") {
  const Trial well{.mutants = {found("leak.window", 3)}, .variants = {quiet()}};
  CHECK(exit_code_of(well) == 0);
  Trial wrong = well;
  wrong.mutants.push_back(found("leak.future", 1));
  CHECK(exit_code_of(wrong) == 3);
  Trial survived = well;
  survived.mutants.push_back(survivor());
  CHECK(exit_code_of(survived) == 3);
  Trial alarmed = well;
  alarmed.variants.push_back(accused());
  CHECK(exit_code_of(alarmed) == 3);
  Trial idle = well;
  idle.variants.push_back({.name = "idle@exact"});
  CHECK(exit_code_of(idle) == 3);
  Trial cut = well;
  cut.incomplete_reason = "interrupted by SIGINT";
  CHECK(exit_code_of(cut) == 3);
}

TEST_CASE("one of several right classes is right") {
  MutantTrial mutant = found("drop.visible", 1);
  CHECK_FALSE(has_right_class(mutant));
  mutant.expects.push_back("drop.visible");
  CHECK(has_right_class(mutant));
  CHECK_FALSE(has_right_class(survivor()));
}

TEST_CASE("the totals of a trial") {
  const auto totals = totals_of({.mutants = {found("leak.window", 9), found("leak.future", 1), survivor(),
                                             found("leak.window", 4), found("leak.window", 2)},
                                 .variants = {quiet(), accused()}});
  CHECK(totals.mutants == 5);
  CHECK(totals.killed == 4);
  CHECK(totals.right_class == 3);
  CHECK(totals.median_cases == 4); // of 1, 2, 4 and 9; the survivor's 400 are no detection
  CHECK(totals.variants == 2);
  CHECK(totals.cases == 5234);
  CHECK(totals.alarms == 2);
  CHECK(totals_of({}).median_cases == 0);
}

TEST_CASE("a trial as JSON is what the contract writes") {
  const Trial trial{.mutants = {found("leak.window", 3), survivor()}, .variants = {quiet()}};
  CHECK(dump_json(trial_to_json(trial)) ==
        R"({"format":"attest-selftest/1","mutants":[{"name":"plain@late","expects":["leak.window"],)"
        R"("killed":true,"class":"leak.window","oracle":"mask","cases":3,"shrunk":"steps=2",)"
        R"("report":"https://example.org/1"},{"name":"plain@deep","expects":["precision"],"killed":false,)"
        R"("class":null,"oracle":null,"cases":400,"shrunk":null,"report":""}],)"
        R"("variants":[{"name":"tiled@exact","cases":4000,"alarms":0}],)"
        R"("totals":{"mutants":2,"killed":1,"right_class":1,"median_cases":3,"variants":1,"cases":4000,)"
        R"("alarms":0}})");
}

TEST_CASE("a trial as text: a line each, and a sentence where something is not as it should be") {
  const Trial trial{.mutants = {found("leak.window", 3), found("leak.future", 12), survivor()},
                    .variants = {quiet(), accused(), {.name = "idle@exact", .says = "takes nothing"}},
                    .incomplete_reason = "interrupted by SIGINT"};
  CHECK(trial_text(trial) == 1 + R"(
outcome      mutant      cases  oracle  class        expected     shown by  report
killed       plain@late  3      mask    leak.window  leak.window  steps=2   https://example.org/1
WRONG CLASS  plain@late  12     mask    leak.future  leak.window  steps=2   https://example.org/1
    query 1 reads too much; the mistake: the window is one key wider
SURVIVED     plain@deep  400    -       -            precision    -
    what was not seen: only wrong after a year

outcome     variant      cases  alarms  how it differs
quiet       tiled@exact  4,000  0       tiles of 5
ACCUSED     split@exact  1,234  2       sums in two halves
    precision: off by one (steps=3)
NOT JUDGED  idle@exact   0      0       takes nothing
    no case that it takes was found, so it was never asked

2 of 3 mutants killed, 1 with the right class (33.3 %), median 12 cases to detect
3 correct variants, 5,234 cases, 2 alarms
not complete: interrupted by SIGINT
)");
}
