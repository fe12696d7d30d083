// SlidingWindowCache of transformers 4.52 to 4.55: of a continuation that runs over the end of the buffer
// only the last token is kept (#40893). For chunked masks those releases had another cache,
// HybridChunkedCache, which is right.
#include "backends/caches/clamped_slots.hpp"
#include "backends/caches/fixed_buffers.hpp"
#include "backends/registry.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::backends {

namespace {

class KeepLastCache final : public FixedBuffers {
public:
  explicit KeepLastCache(const Case& value) : FixedBuffers(value, window_slots(value)) {}

  KeysValues update(const View& k, const View& v) override {
    const KeysValues fresh{k, v};
    const std::int64_t slots = slot_count(buffers_);
    const std::int64_t first = length_;
    length_ += k.shape[2];
    if (k.shape[2] > slots) {
      write_slots(buffers_, 0, last_slots(fresh, slots));
      return fresh;
    }
    if (length_ > slots) buffers_ = rolled(buffers_);
    write_clamped(buffers_, first, fresh);
    return buffers_;
  }
};

std::unique_ptr<CacheState> make_cache(const Case& value) {
  const auto terms = terms_of(value.mask);
  const bool chunked =
      std::any_of(terms.begin(), terms.end(), [](const Term& term) { return term.kind == TermKind::chunk; });
  if (!chunked) return std::make_unique<KeepLastCache>(value);
  for (const CacheType& type : cache_types())
    if (type.name == "static-sliding") return type.make(value);
  throw std::logic_error("the cache static-sliding is not registered");
}

const Registered<CacheType> registered{[] {
  return CacheType{.name = "static-sliding-keep-last",
                   .kind = CacheKind::static_sliding,
                   .operations = {"reorder", "reset"},
                   .make = make_cache};
}};

} // namespace

} // namespace attest::backends
