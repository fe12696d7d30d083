// cache=dynamic: buffers that grow by concatenation and never hold an unwritten slot.
#include "backends/caches/buffers.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

class DynamicCache final : public CacheState {
public:
  explicit DynamicCache(const Case& value) : empty_(unwritten_buffers(value, 0)), stored_(empty_) {}

  KeysValues update(const View& k, const View& v) override { return stored_ = joined(stored_, {k, v}); }
  void crop(std::int64_t length) override { stored_ = slots_of(stored_, 0, length); }
  void reorder(const std::vector<std::int64_t>& rows) override { stored_ = rows_taken(stored_, rows); }
  void reset() override { stored_ = empty_; }

private:
  KeysValues empty_;
  KeysValues stored_;
};

const Registered<CacheType> dynamic{[] {
  return CacheType{.name = "dynamic",
                   .kind = CacheKind::dynamic,
                   .operations = {"crop", "reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<DynamicCache>(value); }};
}};

} // namespace

} // namespace attest::backends
