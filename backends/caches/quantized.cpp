// cache=quantized:BITS: tokens are stored as codes of BITS bits with a scale for each vector, so that those
// of earlier steps come back rounded; those of the step itself are returned as they were fed.
#include "backends/caches/buffers.hpp"
#include "backends/caches/codes.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

/// k and v of one token, a vector per kv head.
struct StoredToken {
  std::vector<CodedVector> k;
  std::vector<CodedVector> v;
};

using Sequence = std::vector<StoredToken>;

std::vector<CodedVector> coded_heads(const View& fed, std::int64_t row, std::int64_t slot, int bits) {
  std::vector<CodedVector> heads;
  for (std::int64_t head = 0; head < fed.shape[1]; ++head)
    heads.push_back(coded(channels_of(fed, row, head, slot), bits));
  return heads;
}

void write_heads(const std::vector<CodedVector>& heads, View& to, std::int64_t row, std::int64_t slot) {
  for (std::size_t head = 0; head < heads.size(); ++head) {
    const std::vector<double> channels = decoded(heads[head]);
    for (std::size_t c = 0; c < channels.size(); ++c)
      set(to, row, static_cast<std::int64_t>(head), slot, static_cast<std::int64_t>(c), channels[c]);
  }
}

class QuantizedCache final : public CacheState {
public:
  explicit QuantizedCache(const Case& value)
      : case_(value), bits_(static_cast<int>(value.cache.numbers.at(0))),
        rows_(static_cast<std::size_t>(value.batch)) {}

  KeysValues update(const View& k, const View& v) override {
    const KeysValues read = joined(dequantised(), {k, v});
    for (std::size_t row = 0; row < rows_.size(); ++row)
      for (std::int64_t i = 0; i < k.shape[2]; ++i) {
        const auto b = static_cast<std::int64_t>(row);
        rows_[row].push_back({.k = coded_heads(k, b, i, bits_), .v = coded_heads(v, b, i, bits_)});
      }
    return read;
  }

  void crop(std::int64_t length) override {
    for (Sequence& row : rows_) row.resize(static_cast<std::size_t>(length));
  }

  void reorder(const std::vector<std::int64_t>& rows) override {
    std::vector<Sequence> taken;
    for (const std::int64_t row : rows) taken.push_back(rows_.at(static_cast<std::size_t>(row)));
    rows_ = std::move(taken);
  }

  void reset() override { crop(0); }

private:
  KeysValues dequantised() const {
    KeysValues read = unwritten_buffers(case_, static_cast<std::int64_t>(rows_.front().size()));
    for (std::size_t row = 0; row < rows_.size(); ++row)
      for (std::size_t slot = 0; slot < rows_[row].size(); ++slot) {
        const auto b = static_cast<std::int64_t>(row);
        const auto j = static_cast<std::int64_t>(slot);
        write_heads(rows_[row][slot].k, read.k, b, j);
        write_heads(rows_[row][slot].v, read.v, b, j);
      }
    return read;
  }

  Case case_;
  int bits_;
  std::vector<Sequence> rows_; ///< of each batch row, equally long
};

const Registered<CacheType> quantized{[] {
  return CacheType{.name = "quantized",
                   .kind = CacheKind::quantized,
                   .operations = {"crop", "reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<QuantizedCache>(value); }};
}};

} // namespace

} // namespace attest::backends
