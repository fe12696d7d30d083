// cache=sliding:W: stores the last W-1 tokens and returns them with the new ones, so that the first new query
// has its W keys. cache=chunked:C does the same with its chunk: no query looks back further than C-1 tokens.
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
  std::int64_t window_; ///< W or C
  KeysValues empty_;
  KeysValues stored_;
};

CacheType type_of(const std::string& name, CacheKind kind) {
  return {.name = name, .kind = kind, .operations = {"reorder", "reset"}, .make = [](const Case& value) {
            return std::make_unique<SlidingCache>(value);
          }};
}

const Registered<CacheType> sliding{[] { return type_of("sliding", CacheKind::sliding); }};
const Registered<CacheType> chunked{[] { return type_of("chunked", CacheKind::chunked); }};

} // namespace

} // namespace attest::backends
