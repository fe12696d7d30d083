// Shorter programs: fewer steps, operations and tokens.
#include "harness/shrink/moves.hpp"

#include "cases/timeline.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

constexpr std::size_t most_entries = 16; // that are tried one by one

Case with_steps(Case value, std::vector<Entry> steps) {
  value.steps = std::move(steps);
  return value;
}

/// With cache=none the queries stay the last tokens, if they were.
Case with_tokens(Case value, std::size_t entry, std::int64_t tokens) {
  const auto before = std::get<Feed>(value.steps[entry]).tokens;
  const bool all = value.keys == before && value.offset == 0;
  value.steps[entry] = Feed{tokens};
  if (value.cache.kind != CacheKind::none) return value;
  if (all) value.keys.reset();
  if (all || value.offset == *value.keys - before) value.offset.reset();
  return value;
}

/// Steps entry and entry + 1 as one call.
Case merged(Case value, std::size_t entry) {
  auto& first = std::get<Feed>(value.steps[entry]).tokens;
  first += std::get<Feed>(value.steps[entry + 1]).tokens;
  value.steps.erase(value.steps.begin() + static_cast<std::ptrdiff_t>(entry) + 1);
  return value;
}

bool is_feed(const Entry& entry) { return std::holds_alternative<Feed>(entry); }

} // namespace

std::vector<Case> with_fewer_entries(const Case& value) {
  const auto& steps = value.steps;
  std::vector<Case> cases;
  if (steps.size() < 2) return cases;
  cases.push_back(with_steps(value, {steps.back()}));
  cases.push_back(with_steps(value, {steps.front()}));
  for (std::size_t half = steps.size() / 2; half > 1; half /= 2)
    cases.push_back(with_steps(value, {steps.begin(), steps.end() - static_cast<std::ptrdiff_t>(half)}));
  const std::size_t last = std::min(steps.size(), most_entries);
  for (std::size_t entry = 0; entry < last; ++entry) {
    std::vector<Entry> fewer = steps;
    fewer.erase(fewer.end() - static_cast<std::ptrdiff_t>(entry) - 1);
    cases.push_back(with_steps(value, fewer));
  }
  for (std::size_t entry = 0; entry + 1 < last; ++entry)
    if (is_feed(steps[entry]) && is_feed(steps[entry + 1])) cases.push_back(merged(value, entry));
  return cases;
}

std::vector<Case> with_shorter_steps(const Case& value) {
  std::vector<Case> cases;
  for (const std::int64_t most : {1, 2, 4}) {
    Case shorter = value;
    for (std::size_t entry = 0; entry < value.steps.size(); ++entry)
      if (const auto* feed = std::get_if<Feed>(&value.steps[entry]))
        shorter = with_tokens(shorter, entry, std::min(feed->tokens, most));
    cases.push_back(shorter);
  }
  for (std::size_t entry = 0; entry < std::min(value.steps.size(), most_entries); ++entry)
    if (const auto* feed = std::get_if<Feed>(&value.steps[entry]))
      for (const std::int64_t tokens : smaller_numbers(feed->tokens, 1))
        cases.push_back(with_tokens(value, entry, tokens));
  for (std::size_t entry = 0; entry < value.steps.size(); ++entry)
    if (const auto* crop = std::get_if<Crop>(&value.steps[entry]))
      for (const std::int64_t length : smaller_numbers(crop->length, 0)) {
        cases.push_back(value);
        cases.back().steps[entry] = Crop{length};
      }
  return cases;
}

std::vector<Case> with_fewer_tokens(const Case& value) {
  constexpr std::size_t most = 24;
  const std::int64_t length = value.keys.value_or(longest_sequence(value.steps));
  std::vector<Case> cases;
  for (std::int64_t count = length / 2; count > 0; count /= 2)
    for (std::int64_t first = 0; first < length && cases.size() < most; first += count)
      cases.push_back(without_tokens(value, first, count));
  return cases;
}

std::vector<Case> with_fewer_keys(const Case& value) {
  std::vector<Case> cases;
  if (!value.keys) return cases;
  const auto propose = [&](std::optional<std::int64_t> keys, std::optional<std::int64_t> offset) {
    cases.push_back(value);
    cases.back().keys = keys;
    cases.back().offset = offset;
  };
  if (value.cache.kind == CacheKind::none) {
    propose({}, {});
    propose(value.keys, {});
    propose(value.keys, 0);
  }
  for (const std::int64_t keys : smaller_numbers(*value.keys, 0)) {
    propose(keys, {});
    if (value.offset) propose(keys, value.offset);
  }
  if (value.offset)
    for (const std::int64_t offset : smaller_numbers(std::abs(*value.offset), 0))
      propose(value.keys, *value.offset < 0 ? -offset : offset);
  return cases;
}

} // namespace attest::harness
