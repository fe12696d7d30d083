// A row of an answer and what may be said about it: the address that every probe, class and piece of evidence
// speaks of.
#pragma once

#include <compare>
#include <cstdint>

namespace attest::harness {

/// One query of one head in one call. `query` is the row of the call, not the absolute index.
struct Row {
  std::int64_t step = 0;
  std::int64_t batch = 0;
  std::int64_t head = 0;
  std::int64_t query = 0;
  auto operator<=>(const Row&) const = default;
};

/// unjudged: its query is a pad and the case says rows=real. empty: it sees nothing, so the declared policy
/// judges it. seeing: probes and bound judge it.
enum class RowKind : std::uint8_t { unjudged, empty, seeing };

} // namespace attest::harness
