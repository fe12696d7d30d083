// cache=sliding:W: stores the last W-1 tokens and returns them with the new ones, so that the first new query
// has its W keys.
#include "backends/caches/buffers.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

class SlidingCache final : public CacheState {
public:
  explicit SlidingCache(const Case& value)
      : window_(value.cache.numbers.at(0)), empty_(unwritten_buffers(value, 0)), stored_(empty_) {}

  KeysValues update(const View& k, const View& v) override {
    KeysValues read = joined(stored_, {k, v});
    stored_ = last_slots(read, window_ - 1);
    return read;
  }

  void reorder(const std::vector<std::int64_t>& rows) override { stored_ = rows_taken(stored_, rows); }
  void reset() override { stored_ = empty_; }

private:
  std::int64_t window_;
  KeysValues empty_;
  KeysValues stored_;
};

const Registered<CacheType> sliding{[] {
  return CacheType{.name = "sliding",
                   .kind = CacheKind::sliding,
                   .operations = {"reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<SlidingCache>(value); }};
}};

} // namespace

} // namespace attest::backends
