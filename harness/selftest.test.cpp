// The trial of the judge, on mutants and variants that are fakes: who is found, who is accused, and what a
// trial must not depend on.
#include "harness/selftest.hpp"

#include "cases/line.hpp"
#include "harness/fake.test.hpp"
#include "harness/selftest_cases.hpp"

#include <map>
#include <set>

using namespace attest;
using namespace attest::testing;
using backends::Mutant;
using backends::Variant;
using harness::Ask;
using harness::Selftest;
using harness::try_mutant;
using harness::try_variant;

namespace {

Declaration small(const std::string& name) {
  return {.name = name,
          .features = {"dtype.f32", "cache.dynamic", "cache.static", "mask.causal", "form.none",
                       "mask_shape.b1qk", "layout.bhsd", "memory.plain", "unfilled.zeros", "gqa", "dv",
                       "steps", "crop", "reorder", "reset"},
          .profile = named_profile("math")};
}

Mutant mutant(const std::string& name, const std::string& expected) {
  return {.backend = {.declaration = small(name)}, .expects = {expected}, .says = "it does so"};
}

Variant variant(const std::string& name) {
  return {.backend = {.declaration = small(name)}, .says = "it does otherwise"};
}

const Fake right = {};
/// Every query reads one key less of the past.
const Fake forgets = as_case([](Case& value) { value.mask = parse_mask("causal&window:1"); });
const Fake ignores_flag = as_case([](Case& value) { value.mask = parse_mask("full"); });

/// Answers each backend by its name; others rightly.
Ask answering(const std::map<std::string, Fake>& fakes) {
  return [fakes](const std::vector<Request>& requests) {
    std::vector<Observation> observations;
    for (const Request& request : requests) {
      const auto found = fakes.find(request.backend);
      observations.push_back(
          {.result = answer_of(found == fakes.end() ? right : found->second, request), .stderr_text = ""});
    }
    return observations;
  };
}

Selftest selftest(const std::map<std::string, Fake>& fakes) {
  Selftest selftest{.mutants = {mutant("a", "drop.visible")}, .variants = {variant("v"), variant("w")}};
  selftest.variant_cases = 21;
  selftest.open = [fakes](std::chrono::milliseconds) { return answering(fakes); };
  return selftest;
}

const std::map<std::string, Fake> well = {{"a", forgets}};

} // namespace

TEST_CASE("all well: every mutant is killed with the right class, nobody else is accused") {
  const reports::Trial trial = run_selftest(selftest(well));
  REQUIRE(trial.mutants.size() == 1);
  const auto& killed = trial.mutants[0];
  REQUIRE(killed.killed);
  CHECK(killed.name == "a");
  CHECK(killed.killed->kind == "drop.visible");
  CHECK(killed.killed->oracle == "mask");
  CHECK_FALSE(killed.killed->sentence.empty());
  CHECK(judge_line(killed.killed->line, forgets).kind == "drop.visible");
  const Case shrunk = reference::read_line(killed.killed->shrunk);
  CHECK(judge_line(killed.killed->shrunk, forgets).kind == "drop.visible");
  CHECK(shrunk.batch * shrunk.query_heads == 1);
  CHECK(shrunk.steps.size() <= 2); // one key of the past is all that it takes
  REQUIRE(trial.variants.size() == 2);
  CHECK(trial.variants[0].cases == 11); // 21 cases, spread evenly
  CHECK(trial.variants[1].cases == 10);
  CHECK(trial.variants[0].alarms + trial.variants[1].alarms == 0);
  CHECK_FALSE(trial.incomplete_reason);
  CHECK(exit_code_of(trial) == 0);
}

TEST_CASE("a survivor fails the trial") {
  const reports::Trial trial = run_selftest(selftest({}));
  CHECK_FALSE(trial.mutants[0].killed);
  CHECK(trial.mutants[0].cases == harness::most_mutant_cases);
  CHECK(exit_code_of(trial) == 3);
}

TEST_CASE("a wrong class fails the trial") {
  const reports::Trial trial = run_selftest(selftest({{"a", ignores_flag}}));
  REQUIRE(trial.mutants[0].killed);
  CHECK(trial.mutants[0].killed->kind != "drop.visible");
  CHECK(exit_code_of(trial) == 3);
}

TEST_CASE("an accused variant fails the trial") {
  auto fakes = well;
  fakes["w"] = forgets;
  const reports::Trial trial = run_selftest(selftest(fakes));
  CHECK(trial.variants[0].alarms == 0);
  CHECK(trial.variants[1].alarms > 0);
  REQUIRE(trial.variants[1].first_alarm);
  CHECK(judge_line(trial.variants[1].first_alarm->line, forgets).verdict == reports::Verdict::disagrees);
  CHECK(exit_code_of(trial) == 3);
}

TEST_CASE("cases count until the mutant is found, itself included, and refused ones do not") {
  const Mutant found = mutant("a", "drop.visible");
  const auto trial = try_mutant(found, 5, answering(well));
  harness::SelftestCases cases(found.backend.declaration, 5, 0);
  for (std::int64_t i = 1; i < trial.cases; ++i)
    CHECK(judge_line(print_line(*cases.next()), forgets, small("a")).verdict == reports::Verdict::agrees);
  CHECK(print_line(*cases.next()) == trial.killed->line);
}

TEST_CASE("a mutant that expects class declaration is asked what it does not declare") {
  const Fake no_sink = {.value = [](Case& value) { value.sink.clear(); }};
  Mutant modest = mutant("m", "declaration");
  modest.backend.declaration.features = known_features();
  std::erase(modest.backend.declaration.features, "sink");
  const auto trial = try_mutant(modest, 0, answering({{"m", no_sink}}));
  REQUIRE(trial.killed);
  CHECK(trial.killed->kind == "declaration");
  CHECK(reference::read_line(trial.killed->line).sink.size() > 0);
}

TEST_CASE("a mutant that takes nothing is never asked and has survived") {
  Mutant idle = mutant("idle", "precision");
  idle.backend.declaration.features.clear();
  const auto trial = try_mutant(idle, 0, answering({}));
  CHECK(trial.cases == 0);
  CHECK_FALSE(trial.killed);
}

TEST_CASE("the trial does not depend on the number of workers, nor on who else is tried") {
  auto fakes = well;
  fakes["w"] = forgets;
  Selftest many = selftest(fakes);
  many.mutants.push_back(mutant("b", "leak.future"));
  many.variant_cases = 900; // several parts each
  const auto one = trial_text(run_selftest(many));
  many.jobs = 4;
  CHECK(trial_text(run_selftest(many)) == one);
  const auto alone = try_mutant(mutant("a", "drop.visible"), 0, answering(fakes));
  CHECK(alone.killed->line == run_selftest(many).mutants[0].killed->line);
}

TEST_CASE("a mutant that breaks its process has one of its own, and one that hangs is not waited for long") {
  std::vector<std::int64_t> timeouts;
  Selftest timed = selftest(well);
  timed.mutants = {mutant("a", "drop.visible"), mutant("b", "protocol"), mutant("c", "timeout"),
                   mutant("d", "drop.visible")};
  timed.open = [&](std::chrono::milliseconds timeout) {
    timeouts.push_back(timeout.count());
    return answering(well);
  };
  run_selftest(timed);
  CHECK(timeouts == std::vector<std::int64_t>{30'000, 30'000, 2'000}); // for all, for b, for c
}

TEST_CASE("cases of selftest are declared ones, or undeclared ones, and differ by name, seed and part") {
  const Declaration declaration = small("a");
  harness::SelftestCases declared(declaration, 0, 0);
  harness::SelftestCases undeclared(declaration, 0, 0, harness::Asked::undeclared);
  for (int i = 0; i < 100; ++i) {
    CHECK_FALSE(refusal_of(*declared.next(), declaration));
    CHECK(refusal_of(*undeclared.next(), declaration));
  }
  const Declaration other = small("b");
  std::set<std::string> lines;
  for (auto cases : {harness::SelftestCases(declaration, 0, 0), harness::SelftestCases(other, 0, 0),
                     harness::SelftestCases(declaration, 1, 0), harness::SelftestCases(declaration, 0, 1)})
    for (int i = 0; i < 20; ++i) lines.insert(print_line(*cases.next()));
  CHECK(lines.size() > 70);
}
