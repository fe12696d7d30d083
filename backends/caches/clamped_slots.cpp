// Rolling and clamped writing.
#include "backends/caches/clamped_slots.hpp"

#include <algorithm>

namespace attest::backends {

std::int64_t window_slots(const Case& value) {
  return std::min(value.cache.numbers.at(0), value.cache.numbers.at(1));
}

KeysValues rolled(const KeysValues& buffers) {
  return joined(slots_of(buffers, 1, slot_count(buffers) - 1), slots_of(buffers, 0, 1));
}

void write_clamped(KeysValues& buffers, std::int64_t first, const KeysValues& fresh) {
  for (std::int64_t i = 0; i < slot_count(fresh); ++i)
    write_slots(buffers, std::min(first + i, slot_count(buffers) - 1), slots_of(fresh, i, 1));
}

View sum_of(const View& a, const View& b) {
  View sum = make_view(a.element, a.shape);
  for (std::int64_t row = 0; row < a.shape[0]; ++row)
    for (std::int64_t head = 0; head < a.shape[1]; ++head)
      for (std::int64_t slot = 0; slot < a.shape[2]; ++slot)
        for (std::int64_t channel = 0; channel < a.shape[3]; ++channel)
          set(sum, row, head, slot, channel,
              get(a, row, head, slot, channel) + get(b, row, head, slot, channel));
  return sum;
}

} // namespace attest::backends
