// Reads values of flags.
#include "harness/commands/values.hpp"

#include "cases/error.hpp"
#include "cases/limits.hpp"
#include "cases/numbers.hpp"
#include "cases/words.hpp"

#include <cmath>
#include <fmt/core.h>

namespace attest::commands {
namespace {

constexpr std::int64_t most_cases = 1'000'000'000;
constexpr std::int64_t longest_seconds = 999'999; // more than eleven days; a decimal has six digits at most
constexpr std::chrono::seconds usual_timeout{30};
constexpr std::int64_t most_candidates = 1'000'000;
constexpr std::int64_t most_shards = 1'000'000;

[[noreturn]] void refuse(const std::string& flag, const std::string& wanted, const std::string& text) {
  throw InputError(ErrorKind::range, fmt::format("{} must be {}, not {}", flag, wanted, quote(text)));
}

/// Seconds above 0 (or from 0), or nothing.
std::optional<double> seconds_in(const std::string& text, bool zero_too) {
  try {
    const double seconds = parse_decimal(text);
    if (seconds < 0 || seconds > static_cast<double>(longest_seconds) || (seconds == 0 && !zero_too))
      return {};
    return seconds;
  } catch (const InputError&) {
    return {};
  }
}

/// A whole number within limits, or nothing.
std::optional<std::int64_t> whole_in(const std::string& text, std::int64_t low, std::int64_t high) {
  try {
    const auto number = parse_whole(text);
    return number >= low && number <= high ? std::optional(number) : std::nullopt;
  } catch (const InputError&) {
    return {};
  }
}

} // namespace

std::int64_t whole_of(const std::string& flag, const std::string& text, std::int64_t low, std::int64_t high) {
  if (const auto number = whole_in(text, low, high)) return *number;
  refuse(flag, fmt::format("a whole number from {} to {}", low, high), text);
}

std::chrono::milliseconds timeout_of(const Arguments& arguments) {
  const auto text = arguments.one("--timeout").value_or(fmt::format("{}", usual_timeout.count()));
  const auto seconds = seconds_in(text, false);
  if (!seconds)
    refuse("--timeout", fmt::format("seconds above 0 and up to {}, as 30 or 0.5", longest_seconds), text);
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(*seconds * 1000)));
}

std::optional<std::string> unusual_timeout_of(const Arguments& arguments) {
  if (timeout_of(arguments) == usual_timeout) return {};
  return arguments.one("--timeout");
}

std::uint64_t seed_of(const Arguments& arguments) {
  return static_cast<std::uint64_t>(
      whole_of("--seed", arguments.one("--seed").value_or("0"), 0, largest_seed));
}

std::optional<CacheKind> cache_of(const Arguments& arguments) {
  const auto text = arguments.one("--cache");
  if (!text) return {};
  const auto kind = named<CacheKind>(*text);
  if (!kind)
    throw InputError(ErrorKind::unknown, "--cache: " + unknown_word("cache", *text, names_of<CacheKind>()));
  return kind;
}

std::optional<Budget> budget_of(const Arguments& arguments) {
  const auto text = arguments.one("--budget");
  if (!text) return {};
  if (text->size() > 1 && text->back() == 's') {
    if (const auto seconds = seconds_in(text->substr(0, text->size() - 1), true))
      return Budget{.cases = {}, .seconds = seconds};
  } else if (const auto cases = whole_in(*text, 0, most_cases)) {
    return Budget{.cases = cases, .seconds = {}};
  }
  refuse("--budget", fmt::format("0 to {} cases (400) or 0 to {} seconds (30s)", most_cases, longest_seconds),
         *text);
}

std::int64_t shrink_budget_of(const Arguments& arguments) {
  const auto text = arguments.one("--shrink-budget");
  if (arguments.has("--no-shrink")) {
    if (text) throw InputError(ErrorKind::conflict, "--no-shrink excludes --shrink-budget");
    return 0;
  }
  return whole_of("--shrink-budget", text.value_or("300"), 1, most_candidates);
}

Shard shard_of(const Arguments& arguments) {
  const auto text = arguments.one("--shard");
  if (!text) return {};
  const auto parts = split(*text, '/');
  if (parts.size() != 2)
    refuse("--shard", fmt::format("I/N with 1 <= I <= N <= {}, as 2/4", most_shards), *text);
  const auto count = whole_of("--shard (N of I/N)", std::string(parts[1]), 1, most_shards);
  return {.number = whole_of("--shard (I of I/N)", std::string(parts[0]), 1, count), .count = count};
}

void refuse_flags(const Arguments& arguments, const std::vector<std::string>& flags,
                  const std::string& because) {
  for (const auto& flag : flags)
    if (arguments.has(flag)) throw InputError(ErrorKind::conflict, flag + " " + because);
}

void refuse_flags_of_random_cases(const Arguments& arguments) {
  refuse_flags(arguments, {"--budget", "--seed", "--cache", "--longest"},
               "is for random cases, which there are none of with --cases");
}

Flag backend_flag() { return {"--backend", "B", "a backend by name; `*` stands for any text; needed", true}; }
Flag testee_flag() { return {"--testee", "CMD", "a testee to run, instead of those beside attest", true}; }
Flag timeout_flag() { return {"--timeout", "S", "seconds that one request may take (30)", false}; }
Flag seed_flag() { return {"--seed", "S", "seed of the random cases (0)", false}; }
Flag cache_flag() { return {"--cache", "KIND", "random cases on this kind of cache only", false}; }
Flag shrink_budget_flag() {
  return {"--shrink-budget", "N", "smaller cases judged at most for each that is shrunk (300)", false};
}
Flag cases_flag() { return {"--cases", "X", "a line, a file or a folder of cases", true}; }

} // namespace attest::commands
