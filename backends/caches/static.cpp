// cache=static:CAP: buffers of CAP slots that are always returned whole, written or not.
#include "backends/caches/fixed_buffers.hpp"
#include "backends/registry.hpp"

#include <fmt/format.h>
#include <stdexcept>

namespace attest::backends {

namespace {

class StaticCache final : public FixedBuffers {
public:
  explicit StaticCache(const Case& value) : FixedBuffers(value, value.cache.numbers.at(0)) {}

  KeysValues update(const View& k, const View& v) override {
    if (length_ + k.shape[2] > slot_count(buffers_))
      throw std::out_of_range(fmt::format("a static cache of {} slots can't take {} tokens after {}",
                                          slot_count(buffers_), k.shape[2], length_));
    write_slots(buffers_, length_, {k, v});
    length_ += k.shape[2];
    return buffers_;
  }

  // The cropped tokens stay in their slots, as in real caches, which only move the length back.
  void crop(std::int64_t length) override { length_ = length; }
};

const Registered<CacheType> fixed{[] {
  return CacheType{.name = "static",
                   .kind = CacheKind::static_,
                   .operations = {"crop", "reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<StaticCache>(value); }};
}};

} // namespace

} // namespace attest::backends
