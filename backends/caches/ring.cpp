// cache=ring:CAP: a buffer of CAP slots where token x lies in slot x mod CAP for good, so that a new token
// overwrites the oldest one and nothing moves. Slots come back in physical order, not in that of the tokens.
#include "backends/caches/buffers.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

class RingCache final : public CacheState {
public:
  explicit RingCache(const Case& value)
      : case_(value), buffers_(unwritten_buffers(value, value.cache.numbers.at(0))) {}

  // All new tokens are written before anything is read: of more than CAP only the last CAP are left.
  KeysValues update(const View& k, const View& v) override {
    const KeysValues fresh{k, v};
    for (std::int64_t i = 0; i < slot_count(fresh); ++i)
      write_slots(buffers_, (length_ + i) % slot_count(buffers_), slots_of(fresh, i, 1));
    length_ += slot_count(fresh);
    return buffers_;
  }

  void reorder(const std::vector<std::int64_t>& rows) override { buffers_ = rows_taken(buffers_, rows); }
  void reset() override {
    fill_unwritten(case_, buffers_);
    length_ = 0;
  }

private:
  Case case_;
  KeysValues buffers_;
  std::int64_t length_ = 0;
};

const Registered<CacheType> ring{[] {
  return CacheType{.name = "ring",
                   .kind = CacheKind::ring,
                   .operations = {"reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<RingCache>(value); }};
}};

} // namespace

} // namespace attest::backends
