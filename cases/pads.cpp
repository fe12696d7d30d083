// Pads, read from their three written forms.
#include "cases/pads.hpp"

#include <algorithm>
#include <cstddef>

namespace attest {

std::int64_t padded_tokens(const Case& value) {
  const bool keys_are_given = value.cache.kind == CacheKind::none || value.cache.kind == CacheKind::cross;
  if (keys_are_given && value.keys) return *value.keys;
  return std::get<Feed>(value.steps.front()).tokens;
}

bool is_pad(const Case& value, std::int64_t sequence, std::int64_t token) {
  const auto row = static_cast<std::size_t>(sequence);
  if (value.pad.side == PadSide::none || token < 0) return false;
  if (value.pad.side == PadSide::bits) {
    const std::string& bits = value.pad.bits[row];
    const auto at = static_cast<std::size_t>(token);
    return at < bits.size() && bits[at] == '0';
  }
  const std::int64_t count = value.pad.counts[row];
  if (value.pad.side == PadSide::left) return token < count;
  const std::int64_t end = padded_tokens(value);
  return token >= end - count && token < end;
}

std::int64_t leading_pads(const Case& value, std::int64_t sequence) {
  const auto row = static_cast<std::size_t>(sequence);
  switch (value.pad.side) {
  case PadSide::none: return 0;
  case PadSide::left: return value.pad.counts[row];
  case PadSide::right: return value.pad.counts[row] == padded_tokens(value) ? value.pad.counts[row] : 0;
  case PadSide::bits: break;
  }
  const std::string& bits = value.pad.bits[row];
  return static_cast<std::int64_t>(std::min(bits.find('1'), bits.size()));
}

bool is_padded_query(const Case& value, std::int64_t sequence, std::int64_t query) {
  return value.cache.kind != CacheKind::cross && is_pad(value, sequence, query);
}

} // namespace attest
