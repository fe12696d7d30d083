// The small facts about findings and verdicts that every output needs.
#include "reports/finding.hpp"

#include <array>
#include <fmt/core.h>

namespace attest::reports {

std::string_view verdict_name(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> names = {"refused", "broke",       "disagrees",
                                                            "vacuous", "unspecified", "agrees"};
  return names[static_cast<std::size_t>(verdict)];
}

std::string finding_id(const std::string& backend, const std::string& kind, const std::string& shrunk) {
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a's offset basis and prime
  for (const char character : backend + "\n" + kind + "\n" + shrunk)
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

std::string shell_quoted(const std::string& word) {
  static constexpr std::string_view safe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+:,./-";
  if (!word.empty() && word.find_first_not_of(safe) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char character : word)
    quoted += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return quoted + "'";
}

std::string repro_line(const std::string& line, const std::string& backend,
                       const std::vector<std::string>& testees, const std::optional<std::string>& timeout) {
  std::string command = fmt::format("attest repro '{}' --backend {}", line, shell_quoted(backend));
  for (const auto& testee : testees) command += " --testee " + shell_quoted(testee);
  if (timeout) command += " --timeout " + shell_quoted(*timeout);
  return command;
}

Counts counts_of(const std::vector<Judged>& verdicts) {
  Counts counts;
  counts.cases = static_cast<std::int64_t>(verdicts.size());
  for (const auto& judged : verdicts) {
    switch (judged.verdict) {
    case Verdict::refused: ++counts.refused; break;
    case Verdict::broke: ++counts.broke; break;
    case Verdict::disagrees: ++counts.disagrees; break;
    case Verdict::vacuous: ++counts.vacuous; break;
    case Verdict::unspecified: ++counts.unspecified; break;
    case Verdict::agrees: ++counts.agrees; break;
    }
  }
  return counts;
}

std::map<std::string, Counts> counts_by_backend(const Report& report) {
  std::map<std::string, std::vector<Judged>> by_backend;
  for (const auto& backend : report.backends) by_backend[backend.declaration.name];
  for (const auto& judged : report.verdicts) by_backend[judged.backend].push_back(judged);
  std::map<std::string, Counts> counts;
  for (const auto& [name, verdicts] : by_backend) counts[name] = counts_of(verdicts);
  return counts;
}

const std::vector<std::string>& coverage_factors() {
  static const std::vector<std::string> factors = {"cache", "mask",      "pad",  "dtype",
                                                   "form",  "is_causal", "steps"};
  return factors;
}

bool nothing_tested(const Counts& counts) { return counts.refused + counts.vacuous == counts.cases; }

} // namespace attest::reports
