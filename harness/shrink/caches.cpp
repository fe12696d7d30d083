// Plainer kinds of cache and smaller numbers of them.
#include "harness/shrink/moves.hpp"

#include "cases/draft.hpp"
#include "cases/timeline.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

Case on(Case value, CacheKind kind, std::vector<std::int64_t> numbers = {}) {
  value.cache = {kind, std::move(numbers)};
  return value;
}

/// The last call alone, with the keys that it has. Only what lies in the cache differs.
Case as_one_call(Case value) {
  value.keys = longest_sequence(value.steps);
  value.steps = {value.steps.back()};
  value.cache = {};
  value.offset.reset();
  return value;
}

bool is_width(TermKind kind) { return kind == TermKind::window || kind == TermKind::chunk; }

void replace_number(Mask& mask, std::int64_t number, std::int64_t by) {
  if (is_width(mask.term.kind) && mask.term.number == number) mask.term.number = by;
  for (Mask& part : mask.parts) replace_number(part, number, by);
}

void lower_widths(Mask& mask, std::int64_t less) {
  if (is_width(mask.term.kind)) mask.term.number = std::max<std::int64_t>(1, mask.term.number - less);
  for (Mask& part : mask.parts) lower_widths(part, less);
}

/// The numbers of the cache lowered together with the windows of the mask, with a step, or with both: a ring
/// of exactly the size that its window and its largest call need stays so.
std::vector<Case> lowered_together(const Case& value, std::int64_t less) {
  Case cache = value;
  for (std::int64_t& number : cache.cache.numbers) number = std::max<std::int64_t>(1, number - less);
  Case both = cache;
  lower_widths(both.mask, less);
  std::vector<Case> cases = {both};
  for (std::size_t entry = 0; entry < value.steps.size(); ++entry) {
    const auto* feed = std::get_if<Feed>(&value.steps[entry]);
    if (feed == nullptr || feed->tokens <= less) continue;
    for (const Case& start : {both, cache}) {
      cases.push_back(start);
      cases.back().steps[entry] = Feed{feed->tokens - less};
    }
  }
  return cases;
}

} // namespace

std::vector<Case> with_plainer_cache(const Case& value) {
  const CacheKind kind = value.cache.kind;
  const std::int64_t longest = longest_sequence(value.steps);
  std::vector<Case> cases;
  if (kind != CacheKind::none) {
    Case none = on(value, CacheKind::none);
    cases.push_back(none);
    if (kind != CacheKind::cross) cases.push_back(as_one_call(value));
    if (kind == CacheKind::cross) {
      none.offset = 0; // where the queries of a decoder begin
      cases.push_back(none);
      none.keys.reset();
      none.mask = default_mask(none);
      cases.push_back(none);
    }
  }
  if (kind > CacheKind::dynamic) cases.push_back(on(value, CacheKind::dynamic));
  if (kind > CacheKind::static_)
    for (const std::int64_t spare : {1, 0}) cases.push_back(on(value, CacheKind::static_, {longest + spare}));
  for (std::size_t i = 0; i < value.cache.numbers.size(); ++i)
    for (const std::int64_t number : smaller_numbers(value.cache.numbers[i], 1)) {
      cases.push_back(value);
      cases.back().cache.numbers[i] = number;
    }
  if (kind == CacheKind::static_)
    for (const std::int64_t spare : {0, 1, 2}) cases.push_back(on(value, kind, {longest + spare}));
  return cases;
}

std::vector<Case> with_smaller_window(const Case& value) {
  std::vector<std::int64_t> numbers = value.cache.numbers;
  for (const Term& term : terms_of(value.mask)) numbers.push_back(term.number);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<Case> cases;
  for (const std::int64_t number : numbers)
    for (const std::int64_t by : smaller_numbers(number, 1)) {
      Case smaller = value;
      std::replace(smaller.cache.numbers.begin(), smaller.cache.numbers.end(), number, by);
      replace_number(smaller.mask, number, by);
      cases.push_back(smaller);
    }
  if (value.cache.numbers.empty()) return cases;
  for (std::int64_t less = value.cache.numbers.back() / 2; less > 0; less /= 2)
    for (const Case& lowered : lowered_together(value, less)) cases.push_back(lowered);
  return cases;
}

} // namespace attest::harness
