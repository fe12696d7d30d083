// For every probe a mistake that it sees and no other does, so that a probe which goes missing is missed; and
// the second round, which names the keys.
#include "harness/fake.test.hpp"

using namespace attest;
using namespace attest::testing;
using reports::Cell;
using reports::Verdict;

namespace {

bool any_not_zero(const Array4& array) {
  return std::any_of(array.values.begin(), array.values.end(), [](double x) { return x != 0; });
}

bool is_near(double actual, double wanted, double relative) {
  return std::abs(actual - wanted) <= relative * std::abs(wanted);
}

double largest(const Array4& array, std::int64_t slot) {
  double most = 0;
  for (std::int64_t c = 0; c < array.shape[3]; ++c) most = std::max(most, std::abs(array.at(0, 0, slot, c)));
  return most;
}

/// True for the case's own q and k, and what is close to them: not for probes in which all keys are alike but
/// for their sign.
bool is_ordinary(const Scene& scene) {
  const std::vector<double>& k = scene.returned.k.values;
  const auto other = [&](double x) { return x != 0 && std::abs(x) != std::abs(k.front()); };
  return any_not_zero(scene.fed.q) && std::any_of(k.begin(), k.end(), other);
}

/// Query `query` also reads `slot` (or no longer does) if when(scene).
Fake toggling(std::int64_t query, std::int64_t slot, std::function<bool(const Scene&)> when) {
  return {.reads = [=](const Scene& scene, Cells& cells) {
    if (scene.plan.step == 0 && when(scene)) cells.at(0, query, slot) ^= 1;
  }};
}

/// A mask that adds `bias` to the scores that it should hide.
Fake weakly_masked(double bias) {
  return {.numbers = [bias](const Scene& scene, Array4& out) {
    const auto& [k, v] = scene.returned;
    for (std::int64_t i = 0; i < out.shape[2]; ++i) {
      std::vector<double> weights(static_cast<std::size_t>(k.shape[2]));
      double sum = 0;
      for (std::int64_t j = 0; j < k.shape[2]; ++j) {
        double score = scene.right.at(0, i, j) ? 0 : bias;
        for (std::int64_t c = 0; c < k.shape[3]; ++c)
          score += scale_of(scene.value) * scene.fed.q.at(0, 0, i, c) * k.at(0, 0, j, c);
        sum += weights[j] = std::exp(score);
      }
      for (std::int64_t c = 0; c < out.shape[3]; ++c) {
        out.at(0, 0, i, c) = 0;
        for (std::int64_t j = 0; j < k.shape[2]; ++j)
          out.at(0, 0, i, c) += weights[j] / sum * v.at(0, 0, j, c);
      }
    }
  }};
}

/// All numbers times 1 + share(scene).
Fake multiplied(std::function<double(const Scene&)> share) {
  return {.numbers = [share](const Scene& scene, Array4& out) {
    for (double& x : out.values) x *= 1 + share(scene);
  }};
}

} // namespace

TEST_CASE("leaks: a hidden value that comes through a millionth") {
  const Fake fake = {.numbers = [](const Scene& scene, Array4& out) {
    if (!is_ordinary(scene)) return;
    for (std::int64_t c = 0; c < out.shape[3]; ++c)
      out.at(0, 0, 1, c) += 1e-6 * scene.returned.v.at(0, 0, 2, c);
  }};
  const Judgement judgement = judge_line("steps=4 dtype=bf16", fake);
  CHECK(judgement.kind == "leak.future");
  CHECK(judgement.oracle == "leaks");
  CHECK(*judgement.rho < 1);
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].actual_row == "###.");
  REQUIRE(judgement.evidence[0].leaked.size() == 1);
  CHECK(judgement.evidence[0].leaked[0].slot == 2);
  CHECK(judgement.evidence[0].leaked[0].token == 2);
  CHECK(is_near(*judgement.evidence[0].leaked[0].weight, 1e-6, 0.01)); // rounded to bf16
  CHECK(judgement.sentence == "query 1 of batch 0 also reads token 2, in its future");
}

TEST_CASE("leaks: a kernel that is right whenever q is zero") {
  const Judgement judgement =
      judge_line("steps=4", toggling(1, 3, [](const Scene& scene) { return any_not_zero(scene.fed.q); }));
  CHECK(judgement.kind == "leak.future");
  CHECK(judgement.oracle == "leaks");
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].expected_row == "##..");
  CHECK(judgement.evidence[0].actual_row == "##.#");
  CHECK(judgement.actual.at(0).read ==
        std::vector<std::uint8_t>{1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1});
}

TEST_CASE("leaks: an unwritten slot that is read only with ordinary scores has no key to be named") {
  const Fake fake = toggling(0, 2, is_ordinary);
  const Judgement judgement = judge_line("steps=2 cache=static:3", fake);
  CHECK(judgement.kind == "leak.unfilled");
  CHECK(judgement.oracle == "leaks");
  REQUIRE(judgement.evidence.size() == 1);
  REQUIRE(judgement.evidence[0].leaked.size() == 1);
  CHECK_FALSE(judgement.evidence[0].leaked[0].slot);
  CHECK_FALSE(judgement.evidence[0].leaked[0].token);
  CHECK(judgement.evidence[0].leaked[0].weight > 0.01);
  CHECK(judgement.sentence.rfind("query 0 of batch 0 also reads static-cache slots that nobody has written",
                                 0) == 0);
}

TEST_CASE("dominate: a mask that only subtracts 105") {
  const Judgement judgement = judge_line("steps=4 dtype=bf16", weakly_masked(-105));
  CHECK(judgement.kind == "leak.future");
  CHECK(judgement.oracle == "dominate");
  CHECK(judgement.also == std::vector<std::string>{"mask.ignored"});
  REQUIRE(judgement.evidence.size() == 3);
  CHECK(judgement.evidence[0].actual_row == "####");
  CHECK(judgement.evidence[2].actual_row == "####");
  REQUIRE(judgement.evidence[2].leaked.size() == 1);
  CHECK(judgement.evidence[2].leaked[0].token == 3);
  // Three keys at -30 each, and one at 30 - 105, give or take what q and k in bf16 can do.
  CHECK(is_near(*judgement.evidence[2].leaked[0].weight, std::exp(-45.0) / 3, 0.25));
}

TEST_CASE("dominate: what is hidden well stays hidden") {
  CHECK(judge_line("batch=2 heads=2/1 steps=4,1 cache=static:8 dtype=bf16 pad=left:2,0", {}).verdict ==
        Verdict::agrees);
  CHECK(judge_line("steps=4 dtype=bf16", weakly_masked(-10000)).verdict == Verdict::agrees);
}

TEST_CASE("sum: a normaliser that is off by what random values hide") {
  const Fake fake = multiplied([](const Scene& scene) { return is_ordinary(scene) ? 5e-5 : 0; });
  const Judgement plain = judge_line("steps=1 keys=200", fake);
  CHECK(plain.kind == "precision");
  CHECK(plain.oracle == "sum");
  CHECK(*plain.rho < 1);
  REQUIRE(plain.evidence.size() == 1);
  CHECK(is_near(plain.evidence[0].value->expected, 1, 1e-12));
  CHECK(is_near(plain.evidence[0].value->actual, 1 + 5e-5, 1e-6));
  const Judgement unwritten = judge_line("steps=200,1 cache=static:202", multiplied([](const Scene& scene) {
                                           const bool here = scene.plan.step == 1 && is_ordinary(scene);
                                           return here ? -5e-5 : 0;
                                         }));
  CHECK(unwritten.kind == "leak.unfilled");
  CHECK(unwritten.oracle == "sum");
}

TEST_CASE("change: contents that a row must not see change its last bits") {
  const auto hidden = [](const Scene& scene) {
    double most = 0;
    for (std::int64_t slot = 1; slot < scene.right.slots; ++slot)
      most = std::max(most, largest(scene.returned.k, slot));
    return 1e-7 * most;
  };
  const Judgement judgement = judge_line("steps=2", multiplied(hidden));
  CHECK(judgement.kind == "leak.other");
  CHECK(judgement.oracle == "change");
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].query == 0);
  CHECK(judgement.evidence[0].leaked == std::vector<Cell>{Cell{}});
  CHECK(judgement.sentence.rfind("query 0 of batch 0 changes when only keys that it must not see change",
                                 0) == 0);
  Declaration shaky = able();
  shaky.deterministic = false;
  const Judgement allowed = judge_line("steps=2", multiplied(hidden), shaky);
  CHECK(allowed.verdict == Verdict::agrees);
  CHECK(allowed.impossible ==
        std::vector<std::string>{"change: does not declare that equal requests have equal answers"});
}

TEST_CASE("change: a key that is read only when it is large is named") {
  const Judgement judgement = judge_line(
      "steps=4", toggling(1, 2, [](const Scene& scene) { return largest(scene.returned.k, 2) > 5; }));
  CHECK(judgement.kind == "leak.future");
  CHECK(judgement.oracle == "change");
  REQUIRE(judgement.evidence.size() == 1);
  REQUIRE(judgement.evidence[0].leaked.size() == 1);
  CHECK(judgement.evidence[0].leaked[0].token == 2);
}

TEST_CASE("poison: nan times 0") {
  const Fake fake = {.numbers = [](const Scene& scene, Array4& out) {
    for (std::int64_t c = 0; c < out.shape[3]; ++c) out.at(0, 0, 1, c) += 0 * scene.returned.v.at(0, 0, 2, c);
  }};
  const Judgement judgement = judge_line("steps=2 cache=static:3", fake);
  CHECK(judgement.kind == "nonfinite");
  CHECK(judgement.oracle == "nonfinite");
  CHECK(judgement.sentence ==
        "query 1 of batch 0 holds nan when the static-cache slots that nobody has written "
        "hold nan, which it must not read");
  Declaration careful = able();
  std::erase(careful.features, "unfilled.nan");
  const Judgement unasked = judge_line("steps=2 cache=static:3", fake, careful);
  CHECK(unasked.verdict == Verdict::agrees);
  CHECK(unasked.impossible.size() == 1);
  CHECK(judge_line("steps=3 cache=static:3", fake, careful).impossible.empty());
}

TEST_CASE("bound: a key that is missing only where q is not zero is named by the second round") {
  const Judgement judgement =
      judge_line("steps=4", toggling(3, 1, [](const Scene& scene) { return any_not_zero(scene.fed.q); }));
  CHECK(judgement.kind == "drop.visible");
  CHECK(judgement.oracle == "bound");
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence[0].dropped == std::vector<Cell>{{.slot = 1, .token = 1, .row = 0}});
  CHECK(judgement.evidence[0].actual_row == "#.##");
}

TEST_CASE("a key too light to be told from a dropped one counts as read") {
  // Scores of +-40 or so: many weights are 0 in f16, and only the numbers of one row are wrong.
  const Fake fake = {.out = [](const Case& value, const StepPlan&, Array4& out) {
    if (value.softcap) out.at(0, 0, 3, 0) += 0.5;
  }};
  CHECK(judge_line("steps=4 dtype=f16 scale=1 data=large softcap=1000", fake).kind != "drop.visible");
}

TEST_CASE("keys that another scale makes vanish were not dropped") {
  const Fake fake = {.value = [](Case& value) { value.scale = 1; }};
  CHECK(judge_line("steps=4 dim=64 dtype=f16 data=large", fake).kind == "scale");
}

TEST_CASE("one leaked key in one row among 4,096 in bf16 is found and named") {
  const std::string line = "steps=2 keys=4096 dim=1/128 dtype=bf16 mask=causal&window:4000";
  for (const bool always : {true, false}) {
    const Fake fake =
        toggling(1, 17, [&](const Scene& scene) { return always || any_not_zero(scene.fed.q); });
    const Judgement judgement = judge_line(line, fake, able(EmptyRow::zero, "flash"));
    CHECK(judgement.kind == "leak.window");
    CHECK(judgement.oracle == (always ? "mask" : "leaks"));
    CHECK(*judgement.rho < 1); // no number could have told
    REQUIRE(judgement.evidence.size() == 1);
    CHECK(judgement.evidence[0].query == 1);
    REQUIRE(judgement.evidence[0].leaked.size() == 1);
    CHECK(judgement.evidence[0].leaked[0].slot == 17);
    CHECK(judgement.evidence[0].dropped.empty());
    CHECK(judgement.sentence == "query 1 of batch 0 also reads token 17, outside its window");
  }
}
