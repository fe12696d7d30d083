// The values of flags, read strictly: whole numbers in their limits, budgets, shards, names.
#pragma once

#include "cases/case.hpp"
#include "harness/commands/command.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace attest::commands {

/// All throw InputError (range or unknown) that names the flag and what would be accepted.
std::int64_t whole_of(const std::string& flag, const std::string& text, std::int64_t low, std::int64_t high);
std::chrono::milliseconds timeout_of(const Arguments&);          ///< --timeout S, 30 s by default
std::optional<std::string> unusual_timeout_of(const Arguments&); ///< --timeout as given if it is not 30 s
std::uint64_t seed_of(const Arguments&);                         ///< --seed S, 0 by default
std::optional<CacheKind> cache_of(const Arguments&);             ///< --cache KIND

/// --shrink-budget N, 300 by default; 0 with --no-shrink.
std::int64_t shrink_budget_of(const Arguments&);

/// --budget N (cases) or Ss (seconds).
struct Budget {
  std::optional<std::int64_t> cases = {};
  std::optional<double> seconds = {};
};
std::optional<Budget> budget_of(const Arguments&);

/// --shard I/N, 1/1 by default.
struct Shard {
  std::int64_t number = 1;
  std::int64_t count = 1;
};
Shard shard_of(const Arguments&);

/// A flag that would have no effect is refused: throws InputError (conflict), "--seed BECAUSE", for the first
/// of `flags` that is given.
void refuse_flags(const Arguments&, const std::vector<std::string>& flags, const std::string& because);

/// Of a command that is given its cases: refuses --budget, --seed, --cache and --longest.
void refuse_flags_of_random_cases(const Arguments&);

/// Flags that several commands take.
Flag backend_flag();
Flag testee_flag();
Flag timeout_flag();
Flag seed_flag();
Flag shrink_budget_flag();
Flag cache_flag();
Flag cases_flag();

} // namespace attest::commands
