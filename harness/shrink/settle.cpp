// Puts right what hangs on a part that a move has changed, so that the move need not know it.
#include "harness/shrink/moves.hpp"

#include "cases/pads.hpp"
#include "cases/timeline.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

bool is_feed(const Entry& entry) { return std::holds_alternative<Feed>(entry); }

/// The first and the last entry are steps, and a crop is no longer than what there is.
void settle_steps(Case& value) {
  auto& steps = value.steps;
  while (!steps.empty() && !is_feed(steps.back())) steps.pop_back();
  steps.erase(steps.begin(), std::find_if(steps.begin(), steps.end(), is_feed));
  std::int64_t length = 0;
  for (Entry& entry : steps) {
    if (auto* crop = std::get_if<Crop>(&entry)) length = crop->length = std::min(crop->length, length);
    if (std::holds_alternative<Reset>(entry)) length = 0;
    if (const auto* feed = std::get_if<Feed>(&entry)) length += feed->tokens;
  }
}

void settle_pads(Case& value) {
  const bool given = value.cache.kind == CacheKind::none || value.cache.kind == CacheKind::cross;
  const std::int64_t most = padded_tokens(value);
  for (std::int64_t& count : value.pad.counts) count = std::min(count, most);
  const auto longest = static_cast<std::size_t>(given ? most : longest_sequence(value.steps));
  for (std::string& bits : value.pad.bits) bits.resize(std::min(bits.size(), longest));
  const auto& bits = value.pad.bits;
  if (value.pad.side == PadSide::bits && (bits.empty() || bits[0].empty())) value.pad = {};
}

void settle_form(Case& value) {
  if (value.pad.side != PadSide::none && value.form == Form::none) value.form = Form::padding;
  const bool additive = value.form == Form::additive || value.form == Form::additive_inf;
  if (!additive || value.mask_dtype == value.dtype) value.mask_dtype.reset();
  if (!additive && value.form != Form::boolean) value.mask_shape = MaskShape::b1qk;
}

} // namespace

Case settled(Case value) {
  settle_steps(value);
  if (value.steps.empty()) return value; // no case; validate will say so
  if (value.cache.kind == CacheKind::static_)
    value.cache.numbers[0] = std::max(value.cache.numbers[0], longest_sequence(value.steps));
  if (value.cache.kind != CacheKind::none) value.offset.reset();
  if (value.cache.kind != CacheKind::none && value.cache.kind != CacheKind::cross) value.keys.reset();
  if (value.cache.kind != CacheKind::none && value.memory == Memory::expanded) value.memory = Memory::plain;
  value = with_defaults(value);
  if (value.cache.kind == CacheKind::cross && !value.keys) return value;
  settle_pads(value);
  settle_form(value);
  return value;
}

} // namespace attest::harness
