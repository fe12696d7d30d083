// cache=static-sliding:W,CAP: a buffer of min(W, CAP) slots that fills from the front, and once full holds
// the last tokens in order.
#include "backends/caches/clamped_slots.hpp"
#include "backends/caches/fixed_buffers.hpp"
#include "backends/registry.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

class StaticSlidingCache final : public FixedBuffers {
public:
  explicit StaticSlidingCache(const Case& value) : FixedBuffers(value, window_slots(value)) {}

  KeysValues update(const View& k, const View& v) override {
    const KeysValues fresh{k, v};
    const std::int64_t slots = slot_count(buffers_);
    const std::int64_t held = std::min(length_, slots); // in the first slots, in order
    length_ += k.shape[2];
    if (length_ <= slots) {
      write_slots(buffers_, held, fresh);
      return buffers_;
    }
    const KeysValues all = joined(slots_of(buffers_, 0, held), fresh);
    // A full buffer gives up its oldest token first: the first new query has its `slots` keys without it.
    const std::int64_t too_old = held == slots ? 1 : 0;
    write_slots(buffers_, 0, last_slots(all, slots));
    return slots_of(all, too_old, slot_count(all) - too_old);
  }
};

const Registered<CacheType> static_sliding{[] {
  return CacheType{.name = "static-sliding",
                   .kind = CacheKind::static_sliding,
                   .operations = {"reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<StaticSlidingCache>(value); }};
}};

} // namespace

} // namespace attest::backends
