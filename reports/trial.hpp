// What `attest selftest` found out about the judge itself, as values: a trial of each mutant and of each
// correct variant (CONTRACT section 14).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace attest::reports {

/// The case that gave a mutant or a variant away, and what was said of it.
struct Accusation {
  std::string kind = "";     ///< class
  std::string oracle = "";   ///< the first that saw it
  std::string sentence = ""; ///< of the smallest case
  std::string line = "";     ///< the case
  std::string shrunk = "";   ///< the smallest case found that shows the same class
};

/// A backend with a fault in it.
struct MutantTrial {
  std::string name = "";
  std::string says = "";                 ///< the mistake in one sentence
  std::vector<std::string> expects = {}; ///< classes that are right
  std::string report = "";               ///< link to the public report that it stands for, or empty
  std::int64_t cases = 0;                ///< judged until it was found, that one included
  std::optional<Accusation> killed = {}; ///< nothing: it survived
};

/// A backend without a fault.
struct VariantTrial {
  std::string name = "";
  std::string says = ""; ///< how it differs from the plain one
  std::int64_t cases = 0;
  std::int64_t alarms = 0;
  std::optional<Accusation> first_alarm = {};
};

struct Trial {
  std::vector<MutantTrial> mutants = {};
  std::vector<VariantTrial> variants = {};
  std::optional<std::string> incomplete_reason = {};
};

struct TrialTotals {
  std::int64_t mutants = 0, killed = 0, right_class = 0;
  std::int64_t median_cases = 0; ///< of the killed ones; the upper one where two are in the middle
  std::int64_t variants = 0, cases = 0, alarms = 0;
};

bool has_right_class(const MutantTrial&);
TrialTotals totals_of(const Trial&);

/// 0 if it is complete, every mutant was killed with a class that is right, and every variant was judged
/// without an alarm; else 3.
int exit_code_of(const Trial&);

/// One line per mutant and per variant, one more for each that is not as it should be, and the totals.
std::string trial_text(const Trial&);

/// `attest-selftest/1`, keys in the contract's order. A mutant that survived has null for class, oracle and
/// shrunk.
nlohmann::ordered_json trial_to_json(const Trial&);

} // namespace attest::reports
