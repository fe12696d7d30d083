// The report as JSON: every struct of finding.hpp to an object with the keys in the contract's order.
#include "reports/json.hpp"

#include "cases/json.hpp"
#include "reports/rho.hpp"
#include "reports/version.hpp"

#include <cstdlib>
#include <fmt/core.h>

namespace attest::reports {
namespace {

template <class T> Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json number_or_null(const std::optional<double>& value) {
  return value ? number_to_json(*value) : Json(nullptr);
}

/// A weight is a measurement: six digits say all that a reader can use.
Json weight_to_json(const std::optional<double>& weight) {
  if (!weight) return nullptr;
  return number_to_json(std::strtod(fmt::format("{:.6g}", *weight).c_str(), nullptr));
}

Json cell_to_json(const Cell& cell) {
  Json json = {{"slot", or_null(cell.slot)},
               {"token", or_null(cell.token)},
               {"row", or_null(cell.row)},
               {"weight", weight_to_json(cell.weight)}};
  if (cell.count) json["count"] = *cell.count;
  return json;
}

Json cells_to_json(const std::vector<Cell>& cells) {
  Json json = Json::array();
  for (const auto& cell : cells) json.push_back(cell_to_json(cell));
  return json;
}

Json value_to_json(const std::optional<Value>& value) {
  if (!value) return nullptr;
  Json json = {{"channel", value->channel},
               {"expected", number_to_json(value->expected)},
               {"actual", number_to_json(value->actual)},
               {"bound", number_to_json(value->bound)}};
  if (value->kv_head) json["kv_head"] = *value->kv_head;
  return json;
}

Json evidence_to_json(const Evidence& row) {
  return {{"step", row.step},
          {"batch", row.batch},
          {"head", row.head},
          {"query", row.query},
          {"leaked", cells_to_json(row.leaked)},
          {"dropped", cells_to_json(row.dropped)},
          {"expected_row", row.expected_row},
          {"actual_row", row.actual_row},
          {"value", value_to_json(row.value)},
          {"power", number_or_null(row.power)}};
}

Json counts_to_json(const Counts& counts) {
  return {{"cases", counts.cases},        {"agrees", counts.agrees},           {"vacuous", counts.vacuous},
          {"refused", counts.refused},    {"unspecified", counts.unspecified}, {"broke", counts.broke},
          {"disagrees", counts.disagrees}};
}

Json budget_to_json(const Report& report) {
  Json json = Json::object();
  if (report.budget_cases) json["cases"] = *report.budget_cases;
  if (report.budget_seconds) json["seconds"] = number_to_json(*report.budget_seconds);
  if (!report.budget_cases && !report.budget_seconds) json["files"] = report.budget_files;
  if (report.max_findings) json["max_findings"] = *report.max_findings;
  return json;
}

Json distribution_to_json(const Distribution& distribution) {
  return {{"cases", distribution.cases},
          {"p50", number_or_null(distribution.p50)},
          {"p90", number_or_null(distribution.p90)},
          {"p99", number_or_null(distribution.p99)},
          {"max", number_or_null(distribution.max)}};
}

Json probes_to_json(const Report& report, const std::string& backend) {
  Json json = Json::object();
  const auto looked = report.looked.find(backend);
  if (looked == report.looked.end()) return json;
  for (const auto& [name, probe] : looked->second.probes)
    json[name] = {{"ran", probe.ran},
                  {"impossible", probe.impossible},
                  {"reason", probe.impossible > 0 ? Json(probe.reason) : Json(nullptr)}};
  return json;
}

Json by_backend_to_json(const Report& report) {
  Json json = Json::object();
  const auto numbers = numbers_by_backend(report);
  for (const auto& [name, counts] : counts_by_backend(report)) {
    json[name] = counts_to_json(counts);
    const auto rho = report.max_rho.find(name);
    json[name]["max_rho"] = rho == report.max_rho.end() ? Json(nullptr) : number_to_json(rho->second);
    json[name]["rho"] = distribution_to_json(numbers.at(name).rho);
    json[name]["power"] = distribution_to_json(numbers.at(name).power);
    json[name]["suspicious"] = numbers.at(name).suspicious;
    json[name]["probes"] = probes_to_json(report, name);
  }
  return json;
}

Json coverage_to_json(const Report& report) {
  Json json = Json::object();
  for (const auto& factor : coverage_factors()) {
    json[factor] = Json::object();
    const auto counted = report.coverage.find(factor);
    if (counted == report.coverage.end()) continue;
    for (const auto& [value, cases] : counted->second) json[factor][value] = cases;
  }
  return json;
}

Json verdicts_to_json(const std::vector<Judged>& verdicts) {
  Json json = Json::array();
  for (const auto& judged : verdicts)
    json.push_back({{"case", judged.line},
                    {"backend", judged.backend},
                    {"verdict", verdict_name(judged.verdict)},
                    {"rho", number_or_null(judged.rho)},
                    {"finding", or_null(judged.finding)},
                    {"power", number_or_null(judged.power)},
                    {"suspicious", judged.suspicious}});
  return json;
}

} // namespace

Json finding_to_json(const Finding& finding) {
  Json evidence = Json::array(), others = Json::array();
  for (const auto& row : finding.evidence) evidence.push_back(evidence_to_json(row));
  for (const auto& other : finding.others) others.push_back({{"class", other.kind}, {"case", other.line}});
  return {{"id", finding.id},
          {"backend", finding.backend},
          {"verdict", verdict_name(finding.verdict)},
          {"class", finding.kind},
          {"case", finding.line},
          {"shrunk", finding.shrunk},
          {"cases", finding.cases},
          {"repro", finding.repro},
          {"sentence", finding.sentence},
          {"evidence", evidence},
          {"message", or_null(finding.message)},
          {"rho", number_or_null(finding.rho)},
          {"known", or_null(finding.known)},
          {"stderr", or_null(finding.stderr_text)},
          {"other_classes", others},
          {"regardless_of", finding.regardless}};
}

Json backend_to_json(const TesteeBackend& backend) {
  return {{"testee", backend.testee},
          {"name", backend.name},
          {"versions", Json(backend.versions)},
          {"declaration", declaration_to_json(backend.declaration)}};
}

Json report_to_json(const Report& report) {
  Json backends = Json::array(), findings = Json::array();
  for (const auto& backend : report.backends) backends.push_back(backend_to_json(backend));
  for (const auto& finding : report.findings) findings.push_back(finding_to_json(finding));
  return {{"format", "attest-report/1"},
          {"version", version},
          {"command", report.command},
          {"seed", report.seed},
          {"budget", budget_to_json(report)},
          {"shard", {report.shard, report.shards}},
          {"complete", report.complete},
          {"incomplete_reason", or_null(report.incomplete_reason)},
          {"backends", backends},
          {"counts", counts_to_json(counts_of(report.verdicts))},
          {"by_backend", by_backend_to_json(report)},
          {"coverage", coverage_to_json(report)},
          {"gate", nullptr},
          {"findings", findings},
          {"verdicts", verdicts_to_json(report.verdicts)},
          {"exit_code", report.exit_code}};
}

} // namespace attest::reports
