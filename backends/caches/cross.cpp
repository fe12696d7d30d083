// cache=cross: the encoder's keys and values, written at the first step and read at every one.
#include "backends/caches/buffers.hpp"
#include "backends/registry.hpp"

#include <optional>

namespace attest::backends {

namespace {

class CrossCache final : public CacheState {
public:
  KeysValues update(const View& k, const View& v) override {
    if (!encoder_) encoder_ = read_ = KeysValues{k, v};
    return *read_;
  }

  void reorder(const std::vector<std::int64_t>& rows) override { read_ = rows_taken(*read_, rows); }
  // The decoder starts over with the same encoder, whose rows are where they were at first.
  void reset() override { read_ = encoder_; }

private:
  std::optional<KeysValues> encoder_; ///< as it was handed over
  std::optional<KeysValues> read_;    ///< as reorders left it
};

const Registered<CacheType> cross{[] {
  return CacheType{.name = "cross",
                   .kind = CacheKind::cross,
                   .operations = {"reorder", "reset"},
                   .make = [](const Case&) { return std::make_unique<CrossCache>(); }};
}};

} // namespace

} // namespace attest::backends
