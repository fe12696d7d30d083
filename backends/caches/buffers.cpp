// Pairs of k and v buffers for the caches.
#include "backends/caches/buffers.hpp"

#include <algorithm>
#include <limits>

namespace attest::backends {

KeysValues unwritten_buffers(const Case& value, std::int64_t slots) {
  const Element element = element_of(value.dtype);
  KeysValues buffers{make_view(element, {value.batch, value.kv_heads, slots, value.dim}),
                     make_view(element, {value.batch, value.kv_heads, slots, value.value_dim})};
  fill_unwritten(value, buffers);
  return buffers;
}

void fill_unwritten(const Case& value, KeysValues& buffers) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double canary = 1024; // CONTRACT section 1
  fill(buffers.k, value.unfilled == Unfilled::nan ? nan : 0);
  fill(buffers.v, value.unfilled == Unfilled::nan ? nan : value.unfilled == Unfilled::canary ? canary : 0);
}

void write_slots(KeysValues& buffers, std::int64_t first, const KeysValues& fresh) {
  KeysValues target = slots_of(buffers, first, slot_count(fresh));
  copy_values(fresh.k, target.k);
  copy_values(fresh.v, target.v);
}

KeysValues slots_of(const KeysValues& buffers, std::int64_t first, std::int64_t count) {
  return {tokens_slice(buffers.k, first, count), tokens_slice(buffers.v, first, count)};
}

KeysValues last_slots(const KeysValues& buffers, std::int64_t count) {
  const std::int64_t kept = std::min(count, slot_count(buffers));
  return slots_of(buffers, slot_count(buffers) - kept, kept);
}

KeysValues row_of(const KeysValues& buffers, std::int64_t row) {
  KeysValues one = buffers;
  for (View* view : {&one.k, &one.v}) {
    view->offset += row * view->stride[0];
    view->shape[0] = 1;
  }
  return one;
}

KeysValues joined(const KeysValues& first, const KeysValues& second) {
  return {joined(first.k, second.k), joined(first.v, second.v)};
}

KeysValues rows_taken(const KeysValues& buffers, const std::vector<std::int64_t>& rows) {
  return {rows_taken(buffers.k, rows), rows_taken(buffers.v, rows)};
}

std::int64_t slot_count(const KeysValues& buffers) { return buffers.k.shape[2]; }

} // namespace attest::backends
