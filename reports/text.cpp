// Text for a person. No colour and no wrapping here: what a terminal gets, a file gets too.
#include "reports/text.hpp"

#include "cases/numbers.hpp"
#include "cases/printable.hpp"
#include "reports/blind.hpp"
#include "reports/rho.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace attest::reports {
namespace {

constexpr std::size_t most_error_lines = 20;

std::string counted(std::int64_t number, const std::string& word) {
  return fmt::format("{} {}{}", number, word, number == 1 ? "" : "s");
}

std::string rho_text(const Report& report, const std::string& backend) {
  const auto found = report.max_rho.find(backend);
  return found == report.max_rho.end() ? "-" : fmt::format("{:.3g}", found->second);
}

std::string counts_table(const Report& report) {
  const auto by_backend = counts_by_backend(report);
  std::size_t width = 7;
  for (const auto& [name, counts] : by_backend) width = std::max(width, one_line(name).size());
  std::string text =
      fmt::format("{:<{}}  {:>6} {:>7} {:>10} {:>6} {:>8} {:>12} {:>8}  {:>8}\n", "backend", width, "cases",
                  "agrees", "disagrees", "broke", "vacuous", "unspecified", "refused", "max rho");
  for (const auto& [name, counts] : by_backend)
    text += fmt::format("{:<{}}  {:>6} {:>7} {:>10} {:>6} {:>8} {:>12} {:>8}  {:>8}\n", one_line(name), width,
                        counts.cases, counts.agrees, counts.disagrees, counts.broke, counts.vacuous,
                        counts.unspecified, counts.refused, rho_text(report, name));
  return text;
}

std::string number_text(const std::optional<double>& number) {
  return number ? fmt::format("{:.3g}", *number) : "-";
}

/// How near the bounds the answers came, one line per backend, and what the bounds could have shown.
std::string numbers_table(const Report& report) {
  const auto by_backend = numbers_by_backend(report);
  std::size_t width = 16;
  for (const auto& [name, numbers] : by_backend) width = std::max(width, one_line(name).size());
  std::string text =
      fmt::format("{:<{}}  {:>8} {:>8} {:>8} {:>8} {:>8}  {:>10}  {:>20}\n", "rho, error/bound", width,
                  "measured", "p50", "p90", "p99", "max", "suspicious", "leak shown from, p50");
  for (const auto& [name, numbers] : by_backend)
    text += fmt::format("{:<{}}  {:>8} {:>8} {:>8} {:>8} {:>8}  {:>10}  {:>20}\n", one_line(name), width,
                        numbers.rho.cases, number_text(numbers.rho.p50), number_text(numbers.rho.p90),
                        number_text(numbers.rho.p99), number_text(numbers.rho.max), numbers.suspicious,
                        number_text(numbers.power.p50));
  for (const auto& [name, numbers] : by_backend)
    if (is_loose(numbers.rho))
      text +=
          fmt::format("{}: no error in {} cases was above {:.3g} of its bound: its profile is too loose\n",
                      one_line(name), numbers.rho.cases, *numbers.rho.max);
  return text;
}

std::string coverage_text(const Report& report) {
  std::string text;
  for (const auto& factor : coverage_factors()) {
    const auto counted_values = report.coverage.find(factor);
    if (counted_values == report.coverage.end()) continue;
    std::string values;
    for (const auto& [value, cases] : counted_values->second)
      values += fmt::format("{}{} {}", values.empty() ? "" : ", ", value, cases);
    text += fmt::format("  {:<10} {}\n", factor, values);
  }
  return text.empty() ? text : "cases by (refused ones too)\n" + text;
}

/// "refused for lack of: dtype.bf16 56, cache.ring 19; for other reasons: 3", the most frequent first.
std::string refusals_text(const Report& report) {
  constexpr std::size_t most = 5;
  std::vector<std::pair<std::string, std::int64_t>> lacks;
  std::int64_t others = 0;
  for (const auto& [feature, cases] : report.refusals) {
    others += cases;
    if (!feature.empty()) lacks.emplace_back(feature, cases);
  }
  std::stable_sort(lacks.begin(), lacks.end(),
                   [](const auto& left, const auto& right) { return left.second > right.second; });
  lacks.resize(std::min(lacks.size(), most));
  std::string text;
  for (const auto& [feature, cases] : lacks) {
    others -= cases;
    text += fmt::format("{}{} {}", text.empty() ? "refused for lack of: " : ", ", feature, cases);
  }
  if (others > 0) text += fmt::format("{}for other reasons: {}", text.empty() ? "refused " : "; ", others);
  return text.empty() ? text : text + "\n";
}

std::string first_letter_up(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// "3 agree, 2 refused": the kinds that there are, but for those that a finding tells.
std::string kinds_text(const Counts& counts) {
  std::string text;
  const auto add = [&](std::int64_t number, const char* what) {
    if (number > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, what);
  };
  add(counts.agrees, "agree");
  add(counts.unspecified, "unspecified");
  add(counts.vacuous, "vacuous");
  add(counts.refused, "refused");
  return text;
}

/// "12 of 200 verdicts judged", or only "200 verdicts" where all were.
std::string verdicts_text(const Counts& counts) {
  const auto judged = counts.cases - counts.refused - counts.vacuous;
  const auto all = counted(counts.cases, "verdict");
  return judged == 0 || judged == counts.cases ? all : fmt::format("{} of {} judged", judged, all);
}

std::string outcome(const Report& report) {
  const auto counts = counts_of(report.verdicts);
  const auto verdicts = verdicts_text(counts);
  if (!report.findings.empty())
    return fmt::format("{} in {}", counted(static_cast<std::int64_t>(report.findings.size()), "finding"),
                       verdicts);
  if (counts.cases == 0) return "nothing was tested: there was no case";
  return fmt::format("{}: {} ({})", nothing_tested(counts) ? "nothing was tested" : "nothing wrong", verdicts,
                     kinds_text(counts));
}

} // namespace

std::string regardless_text(const std::vector<std::string>& phrases) {
  return phrases.empty() ? "" : fmt::format("also fails with {}", fmt::join(phrases, ", "));
}

std::string others_text(const std::vector<OtherFault>& others) {
  std::string text;
  for (const auto& other : others)
    text +=
        fmt::format("{}{} with '{}'", text.empty() ? "seen while shrinking: " : ", ", other.kind, other.line);
  return text;
}

std::string finding_text(const Finding& finding) {
  std::string text = fmt::format("{}  {}: {}\n    {}\n", one_line(finding.backend), finding.kind,
                                 finding.sentence, finding.repro);
  for (const auto& line : {regardless_text(finding.regardless), others_text(finding.others)})
    if (!line.empty()) text += "    " + line + "\n";
  const auto errors = last_lines(finding.stderr_text.value_or(""), most_error_lines);
  if (!errors.empty()) text += "    stderr\n";
  for (const auto& line : errors) text += "      " + line + "\n";
  return text;
}

std::string summary_text(const Report& report) {
  if (report.verdicts.empty()) return "";
  return counts_table(report) + "\n" + numbers_table(report) + "\n" + coverage_text(report) +
         refusals_text(report);
}

std::string verdict_text(const Report& report) {
  std::string text = first_letter_up(outcome(report));
  // A testee that did not start explains itself in further lines, which the JSON report keeps.
  const auto reason = report.incomplete_reason.value_or("no reason is known");
  if (!report.complete) text += fmt::format("; not complete: {}", one_line(split(reason, '\n').front()));
  text += ".\n";
  if (report.numbers_only) text += "Only numbers were looked at, as asked: no structural probe.\n";
  for (const auto& sentence : blind_oracles(report)) text += first_letter_up(sentence) + ".\n";
  return text;
}

} // namespace attest::reports
