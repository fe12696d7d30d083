// What a person reads at the end of a run.
#include "reports/text.hpp"

#include "cases/testing.hpp"

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
        "Nothing wrong: 2 verdicts (1 agree, 1 refused).\n");
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

TEST_CASE("the summary has a row for every backend and a line for every factor") {
  auto report = report_of({Verdict::agrees, Verdict::broke});
  report.max_rho["plain@exact"] = 0.5;
  report.coverage["cache"] = {{"dynamic", 1}, {"static", 1}};
  CHECK(summary_text(report) ==
        "backend       cases  agrees  disagrees  broke  vacuous  unspecified  refused   max rho\n"
        "plain@exact       2       1          0      1        0            0        0       0.5\n"
        "\n"
        "cases by\n"
        "  cache      dynamic 1, static 1\n");
}
