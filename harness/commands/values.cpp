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
constexpr double longest_seconds = 1e6; // more than eleven days
constexpr std::chrono::seconds usual_timeout{30};
constexpr std::int64_t most_shards = 1'000'000;

[[noreturn]] void refuse(const std::string& flag, const std::string& wanted, const std::string& text) {
  throw InputError(ErrorKind::range, fmt::format("{} must be {}, not '{}'", flag, wanted, text));
}

/// Seconds above 0 (or from 0), or nothing.
std::optional<double> seconds_in(const std::string& text, bool zero_too) {
  try {
    const double seconds = parse_decimal(text);
    if (seconds < 0 || seconds > longest_seconds || (seconds == 0 && !zero_too)) return {};
    return seconds;
  } catch (const InputError&) {
    return {};
  }
}

} // namespace

std::int64_t whole_of(const std::string& flag, const std::string& text, std::int64_t low, std::int64_t high) {
  const auto wanted = fmt::format("a whole number from {} to {}", low, high);
  try {
    const auto number = parse_whole(text);
    if (number >= low && number <= high) return number;
  } catch (const InputError&) {
    refuse(flag, wanted, text);
  }
  refuse(flag, wanted, text);
}

std::chrono::milliseconds timeout_of(const Arguments& arguments) {
  const auto text = arguments.one("--timeout").value_or(fmt::format("{}", usual_timeout.count()));
  const auto seconds = seconds_in(text, false);
  if (!seconds) refuse("--timeout", "seconds above 0, as 30 or 0.5", text);
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
    const auto seconds = seconds_in(text->substr(0, text->size() - 1), true);
    if (!seconds) refuse("--budget", "a number of cases (400) or of seconds (30s)", *text);
    return Budget{.cases = {}, .seconds = seconds};
  }
  try {
    return Budget{.cases = whole_of("--budget", *text, 0, most_cases), .seconds = {}};
  } catch (const InputError&) {
    refuse("--budget", "a number of cases (400) or of seconds (30s)", *text);
  }
}

Shard shard_of(const Arguments& arguments) {
  const auto text = arguments.one("--shard");
  if (!text) return {};
  const auto parts = split(*text, '/');
  if (parts.size() != 2) refuse("--shard", "I/N with 1 <= I <= N, as 2/4", *text);
  const auto count = whole_of("--shard (N of I/N)", std::string(parts[1]), 1, most_shards);
  return {.number = whole_of("--shard (I of I/N)", std::string(parts[0]), 1, count), .count = count};
}

Flag backend_flag() { return {"--backend", "B", "a backend by name; `*` stands for any text; needed", true}; }
Flag testee_flag() { return {"--testee", "CMD", "a testee to run, instead of those beside attest", true}; }
Flag timeout_flag() { return {"--timeout", "S", "seconds that one request may take (30)", false}; }
Flag seed_flag() { return {"--seed", "S", "seed of the random cases (0)", false}; }
Flag cache_flag() { return {"--cache", "KIND", "random cases on this kind of cache only", false}; }
Flag cases_flag() { return {"--cases", "X", "a line, a file or a folder of cases", true}; }

} // namespace attest::commands
