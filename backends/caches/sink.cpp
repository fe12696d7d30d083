// cache=sink:N,W: stores the first N tokens for good and of the others the last W-1, as StreamingLLM does
// ("Efficient Streaming Language Models with Attention Sinks"), but leaves every key as it was fed.
#include "backends/caches/buffers.hpp"
#include "backends/registry.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

class SinkCache final : public CacheState {
public:
  explicit SinkCache(const Case& value)
      : sinks_(value.cache.numbers.at(0)), window_(value.cache.numbers.at(1)),
        empty_(unwritten_buffers(value, 0)), stored_(empty_) {}

  KeysValues update(const View& k, const View& v) override {
    const KeysValues read = joined(stored_, {k, v});
    // What is stored begins with the first tokens, without a gap before there are N of them.
    const std::int64_t sinks = std::min(sinks_, slot_count(read));
    const KeysValues others = slots_of(read, sinks, slot_count(read) - sinks);
    stored_ = joined(slots_of(read, 0, sinks), last_slots(others, window_ - 1));
    return read;
  }

  void reorder(const std::vector<std::int64_t>& rows) override { stored_ = rows_taken(stored_, rows); }
  void reset() override { stored_ = empty_; }

private:
  std::int64_t sinks_;
  std::int64_t window_;
  KeysValues empty_;
  KeysValues stored_;
};

const Registered<CacheType> sink{[] {
  return CacheType{.name = "sink",
                   .kind = CacheKind::sink,
                   .operations = {"reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<SinkCache>(value); }};
}};

} // namespace

} // namespace attest::backends
