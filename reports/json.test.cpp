// The report's JSON: keys and their order as the contract writes them, and what JSON cannot hold.
#include "reports/json.hpp"

#include "cases/json.hpp"
#include "cases/testing.hpp"

#include <limits>

using namespace attest;
using namespace attest::reports;

namespace {

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

using Keys = std::vector<std::string>;

} // namespace

TEST_CASE("a report has all keys in the contract's order") {
  const auto json = report_to_json({});
  CHECK(keys_of(json) == Keys{"format", "version", "command", "seed", "budget", "shard", "complete",
                              "incomplete_reason", "backends", "counts", "by_backend", "coverage", "gate",
                              "findings", "verdicts", "exit_code"});
  CHECK(keys_of(json["counts"]) ==
        Keys{"cases", "agrees", "vacuous", "refused", "unspecified", "broke", "disagrees"});
  CHECK(keys_of(json["coverage"]) == Keys{"cache", "mask", "pad", "dtype", "form", "is_causal", "steps"});
  CHECK(json["format"] == "attest-report/1");
  CHECK(json["shard"] == Json::array({1, 1}));
  CHECK(json["gate"].is_null());
  CHECK(json["incomplete_reason"].is_null());
  CHECK(json["findings"] == Json::array());
}

TEST_CASE("a budget is cases, seconds or files") {
  CHECK(report_to_json({.budget_cases = 400})["budget"] == Json{{"cases", 400}});
  CHECK(report_to_json({.budget_seconds = 30})["budget"] == Json{{"seconds", 30.0}});
  CHECK(report_to_json({.budget_files = {"a.cases"}})["budget"]["files"] == Json::array({"a.cases"}));
  CHECK(dump_json(report_to_json({.budget_cases = 4, .max_findings = 1})["budget"]) ==
        R"({"cases":4,"max_findings":1})");
}

TEST_CASE("a finding has all keys in the contract's order") {
  Finding finding{.id = "f76168e286ca8366", .backend = "sdpa@hf-4.40", .kind = "leak.unfilled"};
  finding.evidence = {{.leaked = {{.slot = 1, .weight = 1.0 / 3}}, .expected_row = "#.", .actual_row = "##"}};
  const auto json = finding_to_json(finding);
  CHECK(keys_of(json) == Keys{"id", "backend", "verdict", "class", "case", "shrunk", "cases", "repro",
                              "sentence", "evidence", "message", "rho", "known", "stderr", "other_classes",
                              "regardless_of"});
  CHECK(json["verdict"] == "disagrees");
  CHECK(
      dump_json(json["evidence"][0]) ==
      R"({"step":0,"batch":0,"head":0,"query":0,"leaked":[{"slot":1,"token":null,"row":null,"weight":0.333333}],)"
      R"("dropped":[],"expected_row":"#.","actual_row":"##","value":null,"power":null})");
}

TEST_CASE("slots that no probe can name are counted") {
  Finding finding;
  finding.evidence = {{.leaked = {{.weight = 0.5, .count = 3}}}};
  CHECK(dump_json(finding_to_json(finding)["evidence"][0]["leaked"]) ==
        R"([{"slot":null,"token":null,"row":null,"weight":0.5,"count":3}])");
}

TEST_CASE("what is not finite is a string") {
  Report report;
  report.verdicts = {{.line = "steps=1", .backend = "a", .rho = std::numeric_limits<double>::quiet_NaN()}};
  report.max_rho["a"] = std::numeric_limits<double>::infinity();
  const auto json = report_to_json(report);
  CHECK(json["verdicts"][0]["rho"] == "nan");
  CHECK(json["by_backend"]["a"]["max_rho"] == "inf");
  CHECK(keys_of(json["verdicts"][0]) ==
        Keys{"case", "backend", "verdict", "rho", "finding", "power", "suspicious"});
}

TEST_CASE("a backend's entry has its counts, how near its bounds it came, and what was looked at") {
  Report report;
  report.backends = {{.declaration = {.name = "a"}}};
  report.verdicts = {{.line = "steps=1", .backend = "a", .rho = 0.5, .power = 0.25, .suspicious = true}};
  report.looked["a"].probes = {{"mask", {.ran = 1}}, {"zeros", {.ran = 0, .impossible = 2, .reason = "why"}}};
  const auto json = report_to_json(report)["by_backend"]["a"];
  CHECK(keys_of(json) == Keys{"cases", "agrees", "vacuous", "refused", "unspecified", "broke", "disagrees",
                              "max_rho", "rho", "power", "suspicious", "probes"});
  CHECK(dump_json(json["rho"]) == R"({"cases":1,"p50":0.5,"p90":0.5,"p99":0.5,"max":0.5})");
  CHECK(json["power"]["p50"] == 0.25);
  CHECK(json["suspicious"] == 1);
  CHECK(dump_json(json["probes"]) == R"({"mask":{"ran":1,"impossible":0,"reason":null},)"
                                     R"("zeros":{"ran":0,"impossible":2,"reason":"why"}})");
}

TEST_CASE("bytes that are no UTF-8 do not break a report") {
  Finding finding;
  finding.stderr_text = "\xff\xfe";
  CHECK_NOTHROW(parse_json(dump_json(finding_to_json(finding)), "report"));
}
