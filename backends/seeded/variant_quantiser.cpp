// A right quantised cache with a quantiser of its own: what it stores is not what the contract's stores, so
// that it promises no numbers.
#include "backends/caches/buffers.hpp"
#include "backends/seeded/around.hpp"

#include <algorithm>
#include <cmath>

namespace attest::backends {

namespace {

/// Symmetric codes of `bits` bits for each vector: value = code * largest / levels.
void quantise(View& view, std::int64_t bits) {
  const double levels = std::exp2(static_cast<double>(bits - 1)) - 1;
  View largest = make_view(Element::f64, {view.shape[0], view.shape[1], view.shape[2], 1});
  visit_places(view, [&](auto b, auto h, auto j, auto c) {
    set(largest, b, h, j, 0, std::max(get(largest, b, h, j, 0), std::fabs(get(view, b, h, j, c))));
  });
  visit_places(view, [&](auto b, auto h, auto j, auto c) {
    const double size = get(largest, b, h, j, 0);
    if (size != 0) set(view, b, h, j, c, std::rint(get(view, b, h, j, c) / size * levels) / levels * size);
  });
}

KeysValues copied(const KeysValues& slots) { return joined(slots, slots_of(slots, 0, 0)); }

/// Tokens of earlier calls in codes, those of the call as they are.
class SymmetricCache final : public CacheState {
public:
  explicit SymmetricCache(const Case& value)
      : bits_(value.cache.numbers.at(0)), empty_(unwritten_buffers(value, 0)), stored_(empty_) {}

  KeysValues update(const View& k, const View& v) override {
    const KeysValues returned = joined(stored_, {k, v});
    KeysValues fresh = copied({k, v});
    quantise(fresh.k, bits_);
    quantise(fresh.v, bits_);
    stored_ = joined(stored_, fresh);
    return returned;
  }
  void crop(std::int64_t length) override { stored_ = slots_of(stored_, 0, length); }
  void reorder(const std::vector<std::int64_t>& rows) override { stored_ = rows_taken(stored_, rows); }
  void reset() override { stored_ = empty_; }

private:
  std::int64_t bits_;
  KeysValues empty_;
  KeysValues stored_;
};

CacheType symmetric() {
  return {.name = "quantized-symmetric",
          .kind = CacheKind::quantized,
          .operations = {"crop", "reorder", "reset"},
          .make = [](const Case& value) { return std::make_unique<SymmetricCache>(value); }};
}

const Seeded<Variant> registered{[] {
  Backend backend = composed_on(kernel_named("plain"), symmetric());
  backend.declaration.numeric = false;
  return std::vector<Variant>{{.backend = backend, .says = "a quantised cache with codes of its own"}};
}};

} // namespace

} // namespace attest::backends
