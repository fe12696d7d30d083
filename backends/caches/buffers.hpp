// What the caches share: pairs of buffers for k and v, moved together.
#pragma once

#include "backends/cache.hpp"

namespace attest::backends {

/// Buffers of `slots` slots, (batch, kv heads, slots, dim) and (.., value_dim), that hold what `unfilled`
/// says.
KeysValues unwritten_buffers(const Case&, std::int64_t slots);

/// Puts what `unfilled` says into every slot.
void fill_unwritten(const Case&, KeysValues&);

/// Writes `fresh` into the slots from `first` on.
void write_slots(KeysValues& buffers, std::int64_t first, const KeysValues& fresh);

/// Slots first .. first+count-1; shares the buffers.
KeysValues slots_of(const KeysValues&, std::int64_t first, std::int64_t count);

/// The last `count` slots, or all if there are fewer; shares the buffers.
KeysValues last_slots(const KeysValues&, std::int64_t count);

/// One batch row, as a batch of one; shares the buffers.
KeysValues row_of(const KeysValues&, std::int64_t row);

/// New buffers: the slots of `first`, then those of `second`.
KeysValues joined(const KeysValues& first, const KeysValues& second);

/// New buffers whose row b holds row rows[b].
KeysValues rows_taken(const KeysValues&, const std::vector<std::int64_t>& rows);

/// Number of slots.
std::int64_t slot_count(const KeysValues&);

} // namespace attest::backends
