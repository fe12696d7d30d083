// SlidingWindowCache of transformers 4.42 to 4.51: it rolls when its last slot is written, one step too
// early, so that the oldest token is lost and an unwritten slot stays in the middle (#37574); of a
// continuation only the last token is kept (#40893).
#include "backends/caches/clamped_slots.hpp"
#include "backends/caches/fixed_buffers.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

class RolledEarlyCache final : public FixedBuffers {
public:
  explicit RolledEarlyCache(const Case& value) : FixedBuffers(value, window_slots(value)) {}

  KeysValues update(const View& k, const View& v) override {
    const KeysValues fresh{k, v};
    const std::int64_t slots = slot_count(buffers_);
    const std::int64_t first = length_;
    length_ += k.shape[2];
    if (k.shape[2] > slots) {
      store_long_prompt(last_slots(fresh, slots), first == 0);
      return fresh;
    }
    if (length_ >= slots) buffers_ = rolled(buffers_);
    write_clamped(buffers_, first, fresh);
    return buffers_;
  }

private:
  // The release adds the prompt to its buffers, which it takes for zeros: right for the first call, a sum for
  // a later one.
  void store_long_prompt(const KeysValues& prompt, bool is_first) {
    if (is_first) {
      write_slots(buffers_, 0, prompt);
      return;
    }
    buffers_ = {.k = sum_of(buffers_.k, prompt.k), .v = sum_of(buffers_.v, prompt.v)};
  }
};

const Registered<CacheType> registered{[] {
  return CacheType{.name = "static-sliding-rolled-early",
                   .kind = CacheKind::static_sliding,
                   .operations = {"reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<RolledEarlyCache>(value); }};
}};

} // namespace

} // namespace attest::backends
