// Fewer pads, and counts instead of bits.
#include "harness/shrink/moves.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

Case with_pad(Case value, const Pad& pad) {
  if (pad.side == PadSide::none && value.form == Form::padding) value.form = Form::none;
  value.pad = pad;
  return value;
}

/// Pads of one side instead of bits: those at that end of what is written.
Pad counted(const Pad& pad, PadSide side) {
  Pad counts{.side = side};
  for (const std::string& bits : pad.bits) {
    const auto leading = std::find(bits.begin(), bits.end(), '1') - bits.begin();
    const auto trailing = std::find(bits.rbegin(), bits.rend(), '1') - bits.rbegin();
    counts.counts.push_back(side == PadSide::left ? leading : trailing);
  }
  return counts;
}

std::vector<Pad> fewer_bits(const Pad& pad) {
  std::vector<Pad> pads = {counted(pad, PadSide::left), counted(pad, PadSide::right)};
  for (std::size_t row = 0; row < pad.bits.size(); ++row)
    for (std::size_t token = 0; token < pad.bits[row].size(); ++token)
      if (pad.bits[row][token] == '0') {
        pads.push_back(pad);
        pads.back().bits[row][token] = '1';
      }
  Pad shorter = pad;
  for (std::string& bits : shorter.bits) bits.pop_back();
  if (!shorter.bits.empty() && !shorter.bits[0].empty()) pads.push_back(shorter);
  return pads;
}

std::vector<Pad> fewer_counts(const Pad& pad) {
  std::vector<Pad> pads;
  for (std::size_t row = 0; row < pad.counts.size(); ++row)
    for (const std::int64_t count : smaller_numbers(pad.counts[row], 0)) {
      pads.push_back(pad);
      pads.back().counts[row] = count;
    }
  return pads;
}

} // namespace

std::vector<Case> with_fewer_pads(const Case& value) {
  std::vector<Case> cases;
  if (value.pad.side == PadSide::none) return cases;
  cases.push_back(with_pad(value, {}));
  if (value.pad.side == PadSide::right) {
    Pad left = value.pad;
    left.side = PadSide::left;
    cases.push_back(with_pad(value, left));
  }
  const auto pads = value.pad.side == PadSide::bits ? fewer_bits(value.pad) : fewer_counts(value.pad);
  for (const Pad& pad : pads) cases.push_back(with_pad(value, pad));
  return cases;
}

} // namespace attest::harness
