// What lies between the statistical bound and the hard one: suspicious, asked again with other data, and a
// finding only if it comes back. And what the numbers of a case could have shown at all.
#include "harness/fake.test.hpp"

#include "cases/line.hpp"
#include "harness/repeat.hpp"

#include <set>

using namespace attest;
using namespace attest::testing;
using reports::Verdict;

namespace {

const std::string long_row = "steps=1 keys=300 softcap=30 dtype=bf16 seed=5";

Declaration flash() { return able(EmptyRow::zero, "flash"); }

/// Answers to the case itself (probes have no softcap) are off by `error` in one element, if `wrong` says so
/// of their seed. 0.0024 is within the hard bound of flash in bf16, about 2^-8 of the mean of |v|, and beyond
/// the statistical one.
Fake off_by(double error, std::function<bool(std::uint64_t)> wrong) {
  return {.out = [error, wrong](const Case& value, const StepPlan&, Array4& out) {
    if (value.softcap && wrong(value.seed)) out.at(0, 0, 0, 4) += error;
  }};
}

bool always(std::uint64_t) { return true; }

} // namespace

TEST_CASE("an improbable error that comes back with other data is a finding, and says so") {
  const Judgement judgement = judge_line(long_row, off_by(0.0024, always), flash());
  CHECK(judgement.verdict == Verdict::disagrees);
  CHECK(judgement.kind == "precision");
  CHECK(judgement.oracle == "bound");
  CHECK(judgement.rho.value() < 1);
  CHECK_FALSE(judgement.suspicious);
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].value->channel == 4);
  INFO(judgement.sentence);
  CHECK(judgement.sentence.find(
            "times the bound, the statistical one (not the hard one), and so again with other "
            "data under seeds 6, 7, 8") != std::string::npos);
}

TEST_CASE("an improbable error that does not come back is counted, and nothing more") {
  std::set<std::uint64_t> asked;
  const Judgement once = judge_line(long_row,
                                    off_by(0.0024,
                                           [&](std::uint64_t seed) {
                                             asked.insert(seed);
                                             return seed < 7;
                                           }),
                                    flash());
  CHECK(once.verdict == Verdict::agrees);
  CHECK(once.suspicious);
  CHECK(asked == std::set<std::uint64_t>{5, 6, 7}); // it ends with the first that is clean
}

TEST_CASE("what is not improbable, or certainly wrong, is not asked again") {
  std::set<std::uint64_t> asked;
  const auto wrong = [&](std::uint64_t seed) {
    asked.insert(seed);
    return true;
  };
  CHECK_FALSE(judge_line(long_row, off_by(0.0002, wrong), flash()).suspicious);
  const Judgement certain = judge_line(long_row, off_by(0.2, wrong), flash());
  CHECK(certain.verdict == Verdict::disagrees);
  CHECK(certain.rho.value() > 1);
  CHECK_FALSE(certain.suspicious);
  CHECK(asked == std::set<std::uint64_t>{5});
}

TEST_CASE("seeds of repeats are others, and within what a line can hold") {
  CHECK(harness::other_seeds(parse_line("steps=1 seed=5")) == std::vector<std::uint64_t>{6, 7, 8});
  CHECK(harness::other_seeds(parse_line("steps=1 seed=9007199254740990")) ==
        std::vector<std::uint64_t>{9007199254740991, 0, 1});
}

TEST_CASE("a repeat that is no answer breaks the case") {
  const harness::Ask good = asking(off_by(0.0024, always));
  const harness::Ask dies = [&](const std::vector<Request>& requests) {
    std::vector<Observation> answers = good(requests);
    if (requests.front().value.seed == 6)
      answers.front() = {.result = harness::ThrewAnswer{.error = "no", .step = {}},
                         .stderr_text = "last words"};
    return answers;
  };
  const Judgement judgement = harness::judge_with(reference::read_line(long_row), flash(), dies);
  CHECK(judgement.verdict == Verdict::broke);
  CHECK(judgement.kind == "throw");
  CHECK(judgement.stderr_text == "last words");
}

TEST_CASE("a wrong setting whose numbers stay within the hard bound is still named") {
  const Fake uncapped = {.value = [](Case& value) { value.softcap.reset(); }};
  const Judgement judgement =
      judge_line("steps=1 keys=400 dim=64 softcap=12 dtype=bf16 seed=1", uncapped, flash());
  INFO(judgement.sentence);
  CHECK(judgement.kind == "softcap");
  CHECK(judgement.rho.value() < 1);
}

TEST_CASE("the power of a case is that of its worst row with a key to hide") {
  // Query 0 reads v = -2 and hides v = 1: the bound is 2^-24 of 2 for the output, for p, and 2 + 8 times for
  // the sum, and the distance 3. Query 1 hides nothing.
  const Judgement judgement = judge_line("steps=2 dim=1 data=integers seed=6", {});
  REQUIRE(judgement.power);
  CHECK(*judgement.power == Approx(2 * 12 * 0x1p-24 / 3).epsilon(1e-4));
  CHECK_FALSE(judge_line("steps=3 mask=full", {}).power);
  const Judgement constant = judge_line("steps=3 data=constant", {});
  CHECK(constant.power == std::numeric_limits<double>::infinity()); // every v is 1
  CHECK(constant.verdict == Verdict::agrees);                       // the probes looked
}

TEST_CASE("a case in which nothing could be seen is vacuous") {
  Declaration blind = able();
  std::erase(blind.features, "unfilled.zeros"); // no probe can be asked
  CHECK(judge_line("steps=3 unfilled=canary", {}, blind).verdict == Verdict::agrees);
  const Judgement judgement =
      judge_line("steps=2 mask=ahead:-1 rows=all unfilled=canary data=constant", {}, blind);
  CHECK(judgement.verdict == Verdict::agrees); // its first row sees nothing, and was zero as declared
  CHECK(judge_line("steps=1 keys=3 offset=1 data=constant unfilled=canary", {}, blind).verdict ==
        Verdict::vacuous);
  CHECK(judge_line("steps=1 keys=3 data=constant unfilled=canary", {}, blind).verdict ==
        Verdict::agrees); // hides none
}

TEST_CASE("a judgement says what was looked at") {
  const Judgement all = judge_line("steps=3", {});
  CHECK(all.sees);
  CHECK(std::count(all.probed.begin(), all.probed.end(), "bound") == 1);
  CHECK(std::count(all.probed.begin(), all.probed.end(), "mask") == 1);
  CHECK_FALSE(judge_line("steps=1 keys=0", {}).sees);
}

TEST_CASE("one leaked key among 4096 is named where the numbers could not have shown it") {
  const Fake fake = {.cells = [](const Case&, const StepPlan&, Cells& cells) { cells.at(0, 0, 0) = 1; }};
  const Judgement judgement =
      judge_line("dim=64 steps=1 keys=4097 mask=causal&window:4096 dtype=bf16", fake, flash());
  CHECK(judgement.kind == "leak.window");
  REQUIRE(judgement.evidence.size() == 1);
  REQUIRE(judgement.evidence[0].leaked.size() == 1);
  CHECK(judgement.evidence[0].leaked[0].slot == 0);
  CHECK(judgement.rho.value() < 1);
  CHECK(*judgement.evidence[0].power > *judgement.evidence[0].leaked[0].weight);
}

TEST_CASE("a leak carries what its row's numbers could have shown") {
  const Judgement judgement = judge_line("steps=3", with_mask("full"));
  REQUIRE_FALSE(judgement.evidence.empty());
  REQUIRE(judgement.evidence[0].power);
  CHECK(*judgement.evidence[0].power < 1e-4);
}
