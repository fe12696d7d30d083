// A finding and a report as values: what every output (text, JSON, later JUnit, SARIF, HTML) is made from
// (CONTRACT section 13).
#pragma once

#include "cases/declaration.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attest::reports {

/// In order of CONTRACT section 12.
enum class Verdict { refused, broke, disagrees, vacuous, unspecified, agrees };
std::string_view verdict_name(Verdict);

/// A slot that a row should not have read (or should have). slot and token are empty where a probe cannot
/// name them.
struct Cell {
  std::optional<std::int64_t> slot = {};
  std::optional<std::int64_t> token = {};
  std::optional<std::int64_t> row = {};   ///< batch row that fed the key
  std::optional<double> weight = {};      ///< of a leak
  std::optional<std::int64_t> count = {}; ///< number of slots where they cannot be named
  bool operator==(const Cell&) const = default;
};

/// The worst element of a row.
struct Value {
  std::int64_t channel = 0;
  double expected = 0;
  double actual = 0;
  double bound = 0;
  std::optional<std::int64_t> kv_head = {};
};

/// One wrong row.
struct Evidence {
  std::int64_t step = 0, batch = 0, head = 0, query = 0; ///< query: row of the call
  std::vector<Cell> leaked = {};
  std::vector<Cell> dropped = {};
  std::string expected_row = ""; ///< '#' and '.', one column per returned slot
  std::string actual_row = "";
  std::optional<Value> value = {};
  std::optional<double> power = {}; ///< smallest leaked weight that the row's bound could have shown
};

/// Another class that a case showed which was made while shrinking.
struct OtherFault {
  std::string kind = "";
  std::string line = "";
};

struct Finding {
  std::string id = ""; ///< 16 hex digits
  std::string backend = "";
  Verdict verdict = Verdict::disagrees;
  std::string kind = ""; ///< the class: "leak.unfilled"
  std::string line = ""; ///< "case"
  std::string shrunk = "";
  std::int64_t cases = 1;
  std::string repro = "";
  std::string sentence = "";
  std::vector<Evidence> evidence = {};
  std::optional<std::string> message = {};
  std::optional<double> rho = {};
  std::optional<std::int64_t> known = {};
  std::optional<std::string> stderr_text = {};
  std::vector<OtherFault> others = {};
  std::vector<std::string> regardless = {}; ///< "any dtype", "padding": what changes nothing
};

/// FNV-1a, 64 bits, of backend, newline, class, newline, shrunk line, as 16 hex digits.
std::string finding_id(const std::string& backend, const std::string& kind, const std::string& shrunk);

/// A word as a shell reads it back: as it is where that is safe, else in single quotes.
std::string shell_quoted(const std::string& word);

/// The command that replays a case; it repeats every --testee that was given, and a --timeout that is not the
/// usual one.
std::string repro_line(const std::string& line, const std::string& backend,
                       const std::vector<std::string>& testees,
                       const std::optional<std::string>& timeout = {});

struct Judged {
  std::string line = "";
  std::string backend = "";
  Verdict verdict = Verdict::agrees;
  std::optional<double> rho = {};
  std::optional<std::string> finding = {};
  std::optional<double> power =
      {};                  ///< that of the row where numbers see worst; infinity: they see nothing there
  bool suspicious = false; ///< beyond the statistical bound, but not again with other data
};

struct Counts {
  std::int64_t cases = 0, agrees = 0, vacuous = 0, refused = 0, unspecified = 0, broke = 0, disagrees = 0;
};

struct TesteeBackend {
  std::string testee = ""; ///< the command
  std::string name = "";
  std::map<std::string, std::string> versions = {};
  Declaration declaration = {};
};

/// What came of one probe on one backend.
struct ProbeCount {
  std::int64_t ran = 0;        ///< cases in which it was asked
  std::int64_t impossible = 0; ///< cases in which it could not be
  std::string reason = "";     ///< why not, in the first of them
};

/// What was looked at on one backend.
struct Looked {
  std::int64_t seeing =
      0; ///< judged cases with a row that sees something, so that there was something to look at
  std::map<std::string, ProbeCount> probes = {}; ///< by name, `bound` among them
};

struct Report {
  std::vector<std::string> command = {};
  std::uint64_t seed = 0;
  std::optional<std::int64_t> budget_cases = {};
  std::optional<double> budget_seconds = {};
  std::vector<std::string> budget_files = {};
  std::optional<std::int64_t> max_findings = {};
  std::int64_t shard = 1, shards = 1;
  bool complete = true;
  std::optional<std::string> incomplete_reason = {};
  std::vector<TesteeBackend> backends = {};
  std::map<std::string, double> max_rho = {};                               ///< by backend
  std::map<std::string, std::map<std::string, std::int64_t>> coverage = {}; ///< by factor, by value
  std::map<std::string, std::int64_t> refusals =
      {};                                    ///< by missing feature, "" for any other reason; text only
  bool numbers_only = false;                 ///< no structural probe was asked, on purpose; text only
  std::map<std::string, Looked> looked = {}; ///< by backend
  std::vector<Finding> findings = {};
  std::vector<Judged> verdicts = {};
  int exit_code = 0;
};

Counts counts_of(const std::vector<Judged>&);

/// The counts of every backend of the report, those without a verdict too.
std::map<std::string, Counts> counts_by_backend(const Report&);

/// What coverage is counted by, in the report's order: cache, mask, pad, dtype, form, is_causal, steps.
const std::vector<std::string>& coverage_factors();

/// True if nothing was really tested: no verdict, or all are refused or vacuous.
bool nothing_tested(const Counts&);

} // namespace attest::reports
