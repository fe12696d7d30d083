// cache=static-sliding:W,CAP: a buffer of min(W, CAP) slots that fills from the front, and once full holds
// the last tokens in order.
#include "backends/caches/buffers.hpp"
#include "backends/registry.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

class StaticSlidingCache final : public CacheState {
public:
  explicit StaticSlidingCache(const Case& value)
      : case_(value),
        buffers_(unwritten_buffers(value, std::min(value.cache.numbers.at(0), value.cache.numbers.at(1)))) {}

  KeysValues update(const View& k, const View& v) override {
    const KeysValues fresh{k, v};
    const std::int64_t slots = slot_count(buffers_);
    if (held_ + k.shape[2] <= slots) {
      write_slots(buffers_, held_, fresh);
      held_ += k.shape[2];
      return buffers_;
    }
    const KeysValues all = joined(slots_of(buffers_, 0, held_), fresh);
    // A full buffer gives up its oldest token first: the first new query has its `slots` keys without it.
    const std::int64_t too_old = held_ == slots ? 1 : 0;
    write_slots(buffers_, 0, last_slots(all, slots));
    held_ = slots;
    return slots_of(all, too_old, slot_count(all) - too_old);
  }

  void reorder(const std::vector<std::int64_t>& rows) override { buffers_ = rows_taken(buffers_, rows); }
  void reset() override {
    fill_unwritten(case_, buffers_);
    held_ = 0;
  }

private:
  Case case_;
  KeysValues buffers_;
  std::int64_t held_ = 0; ///< tokens in the buffer, in its first slots
};

const Registered<CacheType> static_sliding{[] {
  return CacheType{.name = "static-sliding",
                   .kind = CacheKind::static_sliding,
                   .operations = {"reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<StaticSlidingCache>(value); }};
}};

} // namespace

} // namespace attest::backends
