// Takes tokens out of a case and lets all that names tokens follow, so that a fault far from the start moves
// to it without losing its pads or documents.
#include "harness/shrink/moves.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

/// Tokens first .. first+count-1, which go.
struct Gone {
  std::int64_t first = 0;
  std::int64_t count = 0;

  /// How many of from .. to-1 go.
  std::int64_t within(std::int64_t from, std::int64_t to) const {
    return std::max<std::int64_t>(0, std::min(to, first + count) - std::max(from, first));
  }
  /// The new index of what was at this one.
  std::int64_t moved(std::int64_t index) const { return index - within(0, index); }
};

void take_from_steps(Case& value, const Gone& gone) {
  std::vector<Entry> steps;
  std::int64_t length = 0; // before anything went
  for (Entry entry : value.steps) {
    if (auto* feed = std::get_if<Feed>(&entry)) {
      const std::int64_t less = gone.within(length, length + feed->tokens);
      length += feed->tokens;
      feed->tokens -= less;
      if (feed->tokens == 0) continue;
    } else if (auto* crop = std::get_if<Crop>(&entry)) {
      length = crop->length;
      crop->length = gone.moved(crop->length);
    } else if (std::holds_alternative<Reset>(entry)) {
      length = 0;
    }
    steps.push_back(entry);
  }
  value.steps = steps;
}

void take_from_keys(Case& value, const Gone& gone) {
  const std::int64_t keys = *value.keys;
  value.keys = gone.moved(keys);
  if (value.cache.kind != CacheKind::none) return;
  auto& queries = std::get<Feed>(value.steps.front()).tokens;
  const std::int64_t offset = *value.offset;
  const std::int64_t less = gone.within(offset, offset + queries);
  value.offset = offset > 0 ? gone.moved(offset) : offset;
  queries -= less;
}

void take_from_pads(Pad& pad, std::int64_t padded, const Gone& gone) {
  for (std::int64_t& count : pad.counts)
    count -= pad.side == PadSide::left ? gone.within(0, count) : gone.within(padded - count, padded);
  for (std::string& bits : pad.bits) {
    const auto first = std::min(static_cast<std::size_t>(gone.first), bits.size());
    bits.erase(first, static_cast<std::size_t>(gone.count));
  }
}

std::vector<std::int64_t> documents_without(const std::vector<std::int64_t>& lengths, const Gone& gone) {
  std::vector<std::int64_t> left;
  std::int64_t start = 0;
  for (const std::int64_t length : lengths) {
    const std::int64_t rest = length - gone.within(start, start + length);
    start += length;
    if (rest > 0) left.push_back(rest);
  }
  return left.empty() ? std::vector<std::int64_t>{1} : left;
}

std::vector<std::int64_t> blocks_without(const std::vector<std::int64_t>& ends, const Gone& gone) {
  std::vector<std::int64_t> left;
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
    const std::int64_t first = gone.moved(ends[i]), last = gone.moved(ends[i + 1] + 1) - 1;
    if (last >= first) left.insert(left.end(), {first, last});
  }
  return left.empty() ? std::vector<std::int64_t>{0, 0} : left;
}

void take_from_mask(Mask& mask, const Gone& gone) {
  Term& term = mask.term;
  if (term.kind == TermKind::prefix) term.number = gone.moved(term.number);
  for (auto& list : term.lists)
    list = term.kind == TermKind::documents ? documents_without(list, gone) : blocks_without(list, gone);
  for (Mask& part : mask.parts) take_from_mask(part, gone);
}

} // namespace

Case without_tokens(const Case& value, std::int64_t first, std::int64_t count) {
  const Gone gone{first, count};
  Case less = value;
  const auto* begin = std::get_if<Feed>(&value.steps.front());
  take_from_pads(less.pad, value.keys.value_or(begin == nullptr ? 0 : begin->tokens), gone);
  if (value.keys)
    take_from_keys(less, gone);
  else
    take_from_steps(less, gone);
  if (value.cache.kind == CacheKind::cross) return less;
  take_from_mask(less.mask, gone);
  if (value.cache.kind == CacheKind::static_)
    less.cache.numbers[0] = std::max<std::int64_t>(1, less.cache.numbers[0] - count);
  return less;
}

} // namespace attest::harness
