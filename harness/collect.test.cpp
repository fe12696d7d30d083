// What a run remembers of each judgement, and the exit code that follows.
#include "harness/collect.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "harness/session.hpp"

using namespace attest;
using harness::Judgement;
using reports::Report;
using reports::Verdict;

namespace {

/// A report of one backend, a, to which these judgements were added.
Report report_of(const std::vector<Judgement>& judgements) {
  Report report;
  report.backends = {{.declaration = {.name = "a"}}};
  for (const Judgement& judgement : judgements)
    if (const Case value = parse_line("steps=1");
        harness::add_verdict(report, value, judgement, {.backend = "a"}))
      harness::add_finding(
          report, harness::finding_of(value, {.value = value, .judgement = judgement}, {.backend = "a"}));
  return report;
}

Judgement agreeing() { return {.rho = 0.5, .probed = {"bound", "mask"}, .sees = true}; }

Judgement unprobed() {
  return {.rho = 0.5,
          .impossible = {"mask: has no zeros: not here", "zeros: why"},
          .probed = {"bound"},
          .sees = true};
}

} // namespace

TEST_CASE("probes are counted by case, with the first reason why one could not be asked") {
  Judgement later = unprobed();
  later.impossible = {"mask: another reason"};
  const Report report = report_of({agreeing(), unprobed(), later});
  const reports::Looked& looked = report.looked.at("a");
  CHECK(looked.seeing == 3);
  CHECK(looked.probes.at("bound").ran == 3);
  CHECK(looked.probes.at("mask").ran == 1);
  CHECK(looked.probes.at("mask").impossible == 2);
  CHECK(looked.probes.at("mask").reason == "has no zeros: not here");
  CHECK(looked.probes.at("zeros").ran == 0);
}

TEST_CASE("power and suspicion go with the verdict") {
  Judgement odd = agreeing();
  odd.power = 0.25;
  odd.suspicious = true;
  const Report report = report_of({odd});
  CHECK(report.verdicts.at(0).power == 0.25);
  CHECK(report.verdicts.at(0).suspicious);
}

TEST_CASE("the exit code of a run") {
  CHECK(harness::exit_code_of(report_of({agreeing(), unprobed()})) == 0);
  CHECK(harness::exit_code_of(report_of({})) == 3);
  CHECK(harness::exit_code_of(report_of({{.verdict = Verdict::refused}, {.verdict = Verdict::vacuous}})) ==
        3);
  CHECK(harness::exit_code_of(report_of({unprobed()})) == 3); // no structural probe ran
  Judgement ill = agreeing();
  ill.rho.reset();
  CHECK(harness::exit_code_of(report_of({ill})) == 3); // no bound was measured
  ill.sees = false; // all judged rows see nothing: there was nothing to measure
  CHECK(harness::exit_code_of(report_of({ill})) == 0);
  Judgement wrong = unprobed();
  wrong.verdict = Verdict::disagrees;
  CHECK(harness::exit_code_of(report_of({wrong})) == 1); // a finding comes before blindness
}
