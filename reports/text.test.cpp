// What a person reads at the end of a run.
#include "reports/text.hpp"

#include "cases/testing.hpp"

#include <utility>

using namespace attest::reports;

namespace {

Report report_of(std::vector<Verdict> verdicts) {
  Report report;
  report.backends = {{.declaration = {.name = "plain@exact"}}};
  for (const auto verdict : verdicts)
    report.verdicts.push_back({.line = "steps=1", .backend = "plain@exact", .verdict = verdict});
  return report;
}

} // namespace

TEST_CASE("the last line says what came of the run") {
  CHECK(verdict_text(report_of({Verdict::agrees, Verdict::refused})) ==
        "Nothing wrong: 1 of 2 verdicts judged (1 agree, 1 refused).\n");
  CHECK(verdict_text(report_of({Verdict::agrees, Verdict::agrees})) ==
        "Nothing wrong: 2 verdicts (2 agree).\n");
  CHECK(verdict_text(report_of({})) == "Nothing was tested: there was no case.\n");
  CHECK(verdict_text(report_of({Verdict::refused, Verdict::vacuous})) ==
        "Nothing was tested: 2 verdicts (1 vacuous, 1 refused).\n");
  CHECK(verdict_text(report_of({Verdict::unspecified})) == "Nothing wrong: 1 verdict (1 unspecified).\n");
  auto wrong = report_of({Verdict::disagrees});
  wrong.findings = {{}};
  CHECK(verdict_text(wrong) == "1 finding in 1 verdict.\n");
  wrong.complete = false;
  wrong.incomplete_reason = "interrupted by SIGINT";
  CHECK(verdict_text(wrong) == "1 finding in 1 verdict; not complete: interrupted by SIGINT.\n");
}

TEST_CASE("a finding is its class, its sentence and its repro line") {
  const Finding finding{.backend = "sdpa@hf-4.40",
                        .kind = "leak.unfilled",
                        .repro = "attest repro 'steps=1 cache=static:2' --backend sdpa@hf-4.40",
                        .sentence =
                            "query 0 of batch 0 also reads static-cache slot 1, which nobody has written"};
  CHECK(finding_text(finding) == "sdpa@hf-4.40  leak.unfilled: query 0 of batch 0 also reads static-cache "
                                 "slot 1, which nobody has written\n"
                                 "    attest repro 'steps=1 cache=static:2' --backend sdpa@hf-4.40\n");
}

TEST_CASE("a finding says what does not matter and what else was seen") {
  CHECK(finding_text({.backend = "b",
                      .kind = "leak.future",
                      .repro = "r",
                      .sentence = "s",
                      .others = {{.kind = "x", .line = "steps=2"}, {.kind = "y", .line = "steps=3"}},
                      .regardless = {"any dtype", "padding"}}) ==
        "b  leak.future: s\n    r\n    also fails with any dtype, padding\n"
        "    seen while shrinking: x with 'steps=2', y with 'steps=3'\n");
}

TEST_CASE("a finding that has the testee's stderr shows its end, and no terminal obeys it") {
  CHECK(finding_text({.backend = "b",
                      .kind = "crash",
                      .repro = "r",
                      .sentence = "s",
                      .stderr_text = "one\n\x1b[2Jtwo\n"}) ==
        "b  crash: s\n    r\n    stderr\n      one\n      \\x1b[2Jtwo\n");
}

TEST_CASE("the last line is one line, whatever a testee wrote") {
  auto report = report_of({});
  report.complete = false;
  report.incomplete_reason = "testee 'x' gave no hello: \x1b[1m\nit wrote to stderr:\nno";
  CHECK(verdict_text(report) ==
        "Nothing was tested: there was no case; not complete: testee 'x' gave no hello: \\x1b[1m.\n");
}

TEST_CASE("the summary has a row for every backend and a line for every factor") {
  auto report = report_of({Verdict::agrees, Verdict::broke});
  report.max_rho["plain@exact"] = 0.5;
  report.verdicts[0].rho = 0.5;
  report.verdicts[0].power = 0.0125;
  report.coverage["cache"] = {{"dynamic", 1}, {"static", 1}};
  CHECK(summary_text(report) ==
        "backend       cases  agrees  disagrees  broke  vacuous  unspecified  refused   max rho\n"
        "plain@exact       2       1          0      1        0            0        0       0.5\n"
        "\n"
        "rho, error/bound  measured      p50      p90      p99      max  suspicious  leak shown from, p50\n"
        "plain@exact              1      0.5      0.5      0.5      0.5           0                0.0125\n"
        "\n"
        "cases by (refused ones too)\n"
        "  cache      dynamic 1, static 1\n");
}

TEST_CASE("the summary says when a profile allows too much") {
  auto report = report_of(std::vector<Verdict>(1000, Verdict::agrees));
  for (auto& judged : report.verdicts) judged.rho = 0.01;
  CHECK(summary_text(report).find(
            "\nplain@exact: no error in 1000 cases was above 0.01 of its bound: its profile is "
            "too loose\n") != std::string::npos);
  report.verdicts[7].rho = 0.06;
  CHECK(summary_text(report).find("loose") == std::string::npos);
}

TEST_CASE("the last lines say which oracle never ran") {
  auto report = report_of({Verdict::agrees});
  report.looked["plain@exact"] = {.seeing = 1, .probes = {{"bound", {.ran = 1}}}};
  report.max_rho["plain@exact"] = 0.5;
  CHECK(verdict_text(report) == "Nothing wrong: 1 verdict (1 agree).\n"
                                "No structural probe ran on plain@exact in 1 judged case.\n");
  report.numbers_only = true;
  CHECK(verdict_text(report) == "Nothing wrong: 1 verdict (1 agree).\n"
                                "Only numbers were looked at, as asked: no structural probe.\n");
}

TEST_CASE("the summary says why cases were refused, the most frequent reasons first") {
  const auto last_line = [](std::map<std::string, std::int64_t> refusals) {
    auto report = report_of({Verdict::refused});
    report.refusals = std::move(refusals);
    const auto text = summary_text(report);
    return text.substr(text.rfind("\n", text.size() - 2) + 1);
  };
  CHECK(last_line({{"cache.ring", 19}, {"dtype.bf16", 56}}) ==
        "refused for lack of: dtype.bf16 56, cache.ring 19\n");
  CHECK(last_line({{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"", 9}}) ==
        "refused for lack of: f 6, e 5, d 4, c 3, b 2; for other reasons: 10\n");
  CHECK(last_line({{"", 9}}) == "refused for other reasons: 9\n");
}

TEST_CASE("a run without a verdict has no table") { CHECK(summary_text(report_of({})).empty()); }
