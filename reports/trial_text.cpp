// A trial of the judge as text: two tables, with a sentence under each line that is not as it should be.
#include "reports/trial.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attest::reports {
namespace {

using Cells = std::vector<std::string>;

/// A line of a table, and what is said under it.
struct Line {
  Cells cells = {};
  std::string remark = "";
};

/// Columns as wide as their widest cell, two spaces apart.
std::string table_text(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths(lines.front().cells.size());
  for (const auto& line : lines)
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], line.cells[i].size());
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < widths.size(); ++i) row += fmt::format("{:<{}}  ", line.cells[i], widths[i]);
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    if (!line.remark.empty()) text += fmt::format("    {}\n", line.remark);
  }
  return text;
}

/// In digits with a comma between thousands.
std::string thousands(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (auto place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3)
    digits.insert(static_cast<std::size_t>(place), 1, ',');
  return digits;
}

std::string outcome_of(const MutantTrial& mutant) {
  if (!mutant.killed) return "SURVIVED";
  return has_right_class(mutant) ? "killed" : "WRONG CLASS";
}

std::string remark_of(const MutantTrial& mutant) {
  if (!mutant.killed && mutant.cases == 0) return "no case that it takes was found, so it was never asked";
  if (!mutant.killed) return fmt::format("what was not seen: {}", mutant.says);
  return has_right_class(mutant) ? ""
                                 : fmt::format("{}; the mistake: {}", mutant.killed->sentence, mutant.says);
}

Line line_of(const MutantTrial& mutant) {
  const auto shown = mutant.killed.value_or(Accusation{.kind = "-", .oracle = "-", .shrunk = "-"});
  return {.cells = {outcome_of(mutant), mutant.name, std::to_string(mutant.cases), shown.oracle, shown.kind,
                    fmt::format("{}", fmt::join(mutant.expects, " or ")), shown.shrunk, mutant.report},
          .remark = remark_of(mutant)};
}

Line line_of(const VariantTrial& variant) {
  Line line{.cells = {variant.alarms > 0   ? "ACCUSED"
                      : variant.cases == 0 ? "NOT JUDGED"
                                           : "quiet",
                      variant.name, thousands(variant.cases), thousands(variant.alarms), variant.says}};
  if (const auto& alarm = variant.first_alarm)
    line.remark = fmt::format("{}: {} ({})", alarm->kind, alarm->sentence, alarm->shrunk);
  else if (variant.cases == 0)
    line.remark = "no case that it takes was found, so it was never asked";
  return line;
}

std::string mutants_text(const Trial& trial) {
  if (trial.mutants.empty()) return "";
  std::vector<Line> lines = {
      {.cells = {"outcome", "mutant", "cases", "oracle", "class", "expected", "shown by", "report"}}};
  for (const auto& mutant : trial.mutants) lines.push_back(line_of(mutant));
  return table_text(lines) + "\n";
}

std::string variants_text(const Trial& trial) {
  if (trial.variants.empty()) return "";
  std::vector<Line> lines = {{.cells = {"outcome", "variant", "cases", "alarms", "how it differs"}}};
  for (const auto& variant : trial.variants) lines.push_back(line_of(variant));
  return table_text(lines) + "\n";
}

std::string totals_text(const TrialTotals& totals) {
  std::string text;
  if (totals.mutants > 0)
    text += fmt::format(
        "{} of {} mutants killed, {} with the right class ({:.1f} %), median {} case{} to detect\n",
        totals.killed, totals.mutants, totals.right_class,
        100.0 * static_cast<double>(totals.right_class) / static_cast<double>(totals.mutants),
        totals.median_cases, totals.median_cases == 1 ? "" : "s");
  if (totals.variants > 0)
    text += fmt::format("{} correct variants, {} cases, {} alarm{}\n", totals.variants,
                        thousands(totals.cases), thousands(totals.alarms), totals.alarms == 1 ? "" : "s");
  return text;
}

} // namespace

std::string trial_text(const Trial& trial) {
  std::string text = mutants_text(trial) + variants_text(trial) + totals_text(totals_of(trial));
  if (trial.incomplete_reason) text += fmt::format("not complete: {}\n", *trial.incomplete_reason);
  return text;
}

} // namespace attest::reports
