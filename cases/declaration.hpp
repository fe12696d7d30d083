// What a backend declares, and what a case needs: from both follows whether the case is asked at all
// (CONTRACT section 10).
#pragma once

#include "cases/case.hpp"
#include "cases/profile.hpp"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace attest {

/// What a row that sees nothing gives: zeros, NaN, the mean of v over all returned slots, or anything.
enum class EmptyRow { zero, nan, mean, unspecified };

/// A combination of features that the backend does not take together.
struct Combination {
  std::vector<std::string> all = {};
  std::string reason = "";
  bool operator==(const Combination&) const = default;
};

struct Limits {
  std::optional<std::int64_t> dim_max = {};      ///< largest of dim and value_dim
  std::optional<std::int64_t> dim_multiple = {}; ///< dim and value_dim are multiples of it
  std::optional<std::int64_t> tokens_max = {};   ///< most tokens (or keys) in a sequence
  bool operator==(const Limits&) const = default;
};

struct Declaration {
  std::string name = "";
  std::vector<std::string> features = {};
  /// By form ("additive"), form and dtype of the case ("additive@f16"), or "*" for the rest; a single policy
  /// is {"*": policy}.
  std::map<std::string, EmptyRow> empty_row = {{"*", EmptyRow::zero}};
  Profile profile = {};
  bool deterministic = true;
  bool numeric = true;
  Limits limits = {};
  std::vector<Combination> refuses = {};
  bool operator==(const Declaration&) const = default;
};

/// Why a case is not asked: a sentence, and the feature it is about if there is one.
struct Refusal {
  std::string reason = "";
  std::optional<std::string> feature = {};
  bool operator==(const Refusal&) const = default;
};

/// Every feature that the case needs, in a fixed order, each once.
std::vector<std::string> needs_of(const Case&);

/// Every feature name that a case can need; a declaration with another one is refused.
const std::vector<std::string>& known_features();

/// Nothing if the backend takes the case, else the first reason: a feature that it lacks, a combination, a
/// limit.
std::optional<Refusal> refusal_of(const Case&, const Declaration&);

/// The declared policy for this case's rows that see nothing: FORM@DTYPE, then FORM, then "*", else
/// unspecified.
EmptyRow empty_row_of(const Declaration&, const Case&);

nlohmann::ordered_json declaration_to_json(const Declaration&);
Declaration declaration_from_json(const nlohmann::ordered_json&, const std::string& pointer);

} // namespace attest
