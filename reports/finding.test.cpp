// Ids, quoting and counts, against values made by other means than the code here.
#include "reports/finding.hpp"

#include "cases/testing.hpp"
#include "reports/classes.hpp"

#include <set>

using namespace attest::reports;

TEST_CASE("the id of a finding is FNV-1a of backend, class and shrunk line") {
  // The first is the contract's example; the second was computed by the published algorithm in another
  // language.
  CHECK(finding_id("sdpa@hf-4.40", "leak.unfilled", "steps=1 cache=static:2") == "f76168e286ca8366");
  CHECK(finding_id("", "", "") == "08547e07b5084555");
}

TEST_CASE("a word is quoted where a shell would read something else") {
  CHECK(shell_quoted("plain@hf-4.40") == "plain@hf-4.40");
  CHECK(shell_quoted("./attest-torch") == "./attest-torch");
  CHECK(shell_quoted("python3 a.py") == "'python3 a.py'");
  CHECK(shell_quoted("it's") == "'it'\\''s'");
  CHECK(shell_quoted("") == "''");
  CHECK(shell_quoted("*") == "'*'");
}

TEST_CASE("a repro line repeats every testee") {
  CHECK(repro_line("steps=1 cache=static:2", "sdpa@hf-4.40", {}) ==
        "attest repro 'steps=1 cache=static:2' --backend sdpa@hf-4.40");
  CHECK(repro_line("steps=1", "eager", {"./a", "python3 b.py"}) ==
        "attest repro 'steps=1' --backend eager --testee ./a --testee 'python3 b.py'");
}

TEST_CASE("a repro line repeats a timeout") {
  CHECK(repro_line("steps=1", "eager", {"./a"}, "0.5") ==
        "attest repro 'steps=1' --backend eager --testee ./a --timeout 0.5");
}

TEST_CASE("verdicts are counted by kind and by backend") {
  Report report;
  report.backends = {{.declaration = {.name = "idle"}}};
  report.verdicts = {{.line = "steps=1", .backend = "a", .verdict = Verdict::agrees},
                     {.line = "steps=1", .backend = "b", .verdict = Verdict::disagrees},
                     {.line = "steps=2", .backend = "a", .verdict = Verdict::refused},
                     {.line = "steps=3", .backend = "a", .verdict = Verdict::vacuous}};
  const auto counts = counts_of(report.verdicts);
  CHECK(counts.cases == 4);
  CHECK(counts.agrees == 1);
  CHECK(counts.disagrees == 1);
  CHECK(counts.refused == 1);
  CHECK(counts.vacuous == 1);
  CHECK(counts.broke == 0);
  CHECK(counts.unspecified == 0);
  const auto by_backend = counts_by_backend(report);
  CHECK(by_backend.at("a").cases == 3);
  CHECK(by_backend.at("b").disagrees == 1);
  CHECK(by_backend.at("idle").cases == 0);
}

TEST_CASE("refused and vacuous alone are no test") {
  CHECK(nothing_tested({}));
  CHECK(nothing_tested({.cases = 3, .vacuous = 1, .refused = 2}));
  CHECK_FALSE(nothing_tested({.cases = 3, .refused = 2, .unspecified = 1}));
  CHECK_FALSE(nothing_tested({.cases = 1, .broke = 1}));
}

TEST_CASE("every class is listed once, with a sentence") {
  std::set<std::string_view> names;
  for (const auto& entry : classes()) {
    CHECK(names.insert(entry.name).second);
    CHECK_FALSE(entry.sentence.empty());
  }
  CHECK(names.count("leak.unfilled") == 1);
  CHECK(names.count("flag.ignored") == 1);
}
