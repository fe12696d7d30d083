#include "reports/blind.hpp"

#include "cases/printable.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace attest::reports {
namespace {

const std::string bound = "bound"; ///< the one probe that is not structural

bool ran_a_structural_probe(const Looked& looked) {
  return std::any_of(looked.probes.begin(), looked.probes.end(),
                     [](const auto& probe) { return probe.first != bound && probe.second.ran > 0; });
}

/// "mask: does not have unfilled.zeros", the first that was impossible.
std::string first_reason(const Looked& looked) {
  for (const auto& [name, probe] : looked.probes)
    if (probe.impossible > 0) return fmt::format(" ({}: {})", name, probe.reason);
  return "";
}

std::string cases_text(const Looked& looked) {
  return fmt::format("in {} judged case{}", looked.seeing, looked.seeing == 1 ? "" : "s");
}

} // namespace

std::vector<std::string> blind_oracles(const Report& report) {
  std::vector<std::string> sentences;
  for (const auto& backend : report.backends) {
    const auto& name = backend.declaration.name;
    const auto looked = report.looked.find(name);
    if (looked == report.looked.end() || looked->second.seeing == 0) continue;
    if (!report.numbers_only && !ran_a_structural_probe(looked->second))
      sentences.push_back(fmt::format("no structural probe ran on {} {}{}", one_line(name),
                                      cases_text(looked->second), first_reason(looked->second)));
    if (backend.declaration.numeric && report.max_rho.count(name) == 0)
      sentences.push_back(
          fmt::format("no number of {} was held against a bound {} (every row was ill-conditioned)",
                      one_line(name), cases_text(looked->second)));
  }
  return sentences;
}

} // namespace attest::reports
