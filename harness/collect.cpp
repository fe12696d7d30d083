// Judgements to verdicts, findings and counts.
#include "harness/collect.hpp"

#include "cases/line.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <set>

namespace attest::harness {
namespace {

using reports::Finding;
using reports::Report;
using reports::Verdict;

bool is_finding(Verdict verdict) { return verdict == Verdict::disagrees || verdict == Verdict::broke; }

std::string steps_of(const Case& value) {
  const auto feeds = std::count_if(value.steps.begin(), value.steps.end(),
                                   [](const Entry& entry) { return std::holds_alternative<Feed>(entry); });
  return feeds == 1 ? "1" : "2+";
}

std::string flag_of(const Case& value) {
  if (!value.is_causal) return "unset";
  return *value.is_causal ? "true" : "false";
}

void add_looked(reports::Looked& looked, const Judgement& judgement) {
  if (judgement.sees && judgement.verdict != Verdict::vacuous) ++looked.seeing;
  for (const auto& name : judgement.probed) ++looked.probes[name].ran;
  for (const auto& text : judgement.impossible) {
    const auto colon = text.find(": ");
    auto& probe = looked.probes[text.substr(0, colon)];
    if (probe.impossible++ == 0) probe.reason = text.substr(colon + 2);
  }
}

} // namespace

void add_coverage(Report& report, const Case& value) {
  std::set<std::string> terms;
  for (const auto& term : terms_of(value.mask)) terms.insert(std::string(term_name(term.kind)));
  for (const auto& term : terms) ++report.coverage["mask"][term];
  ++report.coverage["cache"][std::string(name_of(value.cache.kind))];
  ++report.coverage["pad"][std::string(name_of(value.pad.side))];
  ++report.coverage["dtype"][std::string(name_of(value.dtype))];
  ++report.coverage["form"][std::string(name_of(value.form))];
  ++report.coverage["is_causal"][flag_of(value)];
  ++report.coverage["steps"][steps_of(value)];
}

bool add_verdict(Report& report, const Case& value, const Judgement& judgement, const Provenance& from) {
  report.verdicts.push_back({.line = print_line(value),
                             .backend = from.backend,
                             .verdict = judgement.verdict,
                             .rho = judgement.rho,
                             .power = judgement.power,
                             .suspicious = judgement.suspicious});
  add_looked(report.looked[from.backend], judgement);
  if (judgement.verdict == Verdict::refused) ++report.refusals[judgement.feature.value_or("")];
  if (judgement.rho) {
    const auto [largest, is_new] = report.max_rho.emplace(from.backend, *judgement.rho);
    // An answer of nan has an infinite rho, so that comparing finds the worst.
    if (!is_new) largest->second = std::max(largest->second, *judgement.rho);
  }
  return is_finding(judgement.verdict);
}

std::vector<reports::OtherFault> others_of(const Shrunk& shrunk) {
  std::vector<reports::OtherFault> others;
  for (const OtherClass& other : shrunk.others)
    others.push_back({.kind = other.kind, .line = print_line(other.value)});
  return others;
}

Finding finding_of(const Case& value, const Shrunk& shrunk, const Provenance& from) {
  const Judgement& judgement = shrunk.judgement;
  Finding finding;
  finding.backend = from.backend;
  finding.verdict = judgement.verdict;
  finding.kind = judgement.kind;
  finding.line = print_line(value);
  finding.shrunk = print_line(shrunk.value);
  finding.id = reports::finding_id(finding.backend, finding.kind, finding.shrunk);
  finding.repro = reports::repro_line(finding.shrunk, finding.backend, from.testees, from.timeout);
  finding.sentence = judgement.sentence;
  finding.evidence = judgement.evidence;
  finding.message = judgement.message;
  finding.rho = judgement.rho;
  finding.others = others_of(shrunk);
  if (from.keep_stderr) finding.stderr_text = judgement.stderr_text;
  return finding;
}

const Finding* add_finding(Report& report, const Finding& finding) {
  report.verdicts.back().finding = finding.id;
  const auto same = std::find_if(report.findings.begin(), report.findings.end(),
                                 [&](const Finding& other) { return other.id == finding.id; });
  if (same != report.findings.end()) {
    ++same->cases;
    return nullptr;
  }
  report.findings.push_back(finding);
  return &report.findings.back();
}

void sort_findings(Report& report) {
  std::sort(report.findings.begin(), report.findings.end(),
            [](const Finding& left, const Finding& right) { return left.id < right.id; });
}

} // namespace attest::harness
