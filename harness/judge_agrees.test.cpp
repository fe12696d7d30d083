// No false alarms: the reference itself, rounded to the dtype, is right on every random case.
#include "harness/fake.test.hpp"

#include "cases/line.hpp"
#include "harness/generate.hpp"

using namespace attest;
using namespace attest::testing;
using reports::Verdict;

TEST_CASE("right answers agree, under every policy and dtype") {
  property("the reference agrees with itself", [] {
    const auto index = static_cast<std::uint64_t>(*rc::gen::inRange(0, 1'000'000));
    const auto policy = static_cast<EmptyRow>(*rc::gen::inRange(0, 3));
    Case value = harness::random_case(5, index);
    const Judgement judgement = harness::judge_with(value, able(policy), asking({.empty_row = policy}));
    RC_LOG(print_line(value) + "\n" + judgement.kind + ": " + judgement.sentence);
    RC_CLASSIFY(judgement.verdict == Verdict::vacuous, "vacuous");
    // Only the mean over slots that crop or reset freed is nobody's promise.
    const bool unpromised = policy == EmptyRow::mean && judgement.verdict == Verdict::unspecified;
    RC_ASSERT(judgement.verdict == Verdict::agrees || judgement.verdict == Verdict::vacuous || unpromised);
    RC_ASSERT(judgement.rho.value_or(0) <= 1);
  });
}

TEST_CASE("one cell too many in a judged row is always found, and named") {
  property("a leaked token is found", [] {
    const auto index = static_cast<std::uint64_t>(*rc::gen::inRange(0, 1'000'000));
    const Case value = harness::random_case(6, index);
    std::int64_t leaks = 0;
    const Fake fake = {.cells = [&leaks](const Case& asked, const StepPlan& plan, Cells& cells) {
      const std::vector<std::int64_t> tokens = tokens_of(plan);
      const std::int64_t last = cells.queries - 1;
      const auto seen = cells.seen.end() - cells.slots;
      const bool judged = asked.rows == Rows::all || asked.pad.side == PadSide::none;
      if (plan.step > 0 || !judged || std::count(seen, cells.seen.end(), 1) == 0) return;
      for (std::int64_t slot = 0; slot < cells.slots && leaks == 0; ++slot)
        if (tokens[slot] >= 0 && !seen[slot]) {
          cells.at(cells.batch - 1, last, slot) = 1;
          return;
        }
    }};
    const std::vector<StepPlan> plan = reference::plan_of(value);
    Cells changed = reference::cells_of(value, plan[0]);
    fake.cells(value, plan[0], changed);
    const bool wrong = changed != reference::cells_of(value, plan[0]);
    const Judgement judgement = harness::judge_with(value, able(), asking(fake));
    RC_LOG(print_line(value) + "\n" + judgement.kind + ": " + judgement.sentence);
    RC_CLASSIFY(wrong, "wrong");
    RC_ASSERT((judgement.verdict == Verdict::disagrees) == wrong);
    if (wrong) RC_ASSERT(judgement.evidence.at(0).leaked.size() == 1u);
  });
}
