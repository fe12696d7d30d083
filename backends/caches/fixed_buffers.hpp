// What the caches with buffers of one size for ever share: static ones and the static windows.
#pragma once

#include "backends/caches/buffers.hpp"

namespace attest::backends {

/// Buffers of `slots` slots, written or not. A reset clears them: real ones do, and what `mean` promises for
/// a row that sees nothing depends on it.
class FixedBuffers : public CacheState {
public:
  FixedBuffers(const Case& value, std::int64_t slots)
      : buffers_(unwritten_buffers(value, slots)), case_(value) {}

  void reorder(const std::vector<std::int64_t>& rows) final { buffers_ = rows_taken(buffers_, rows); }
  void reset() final {
    fill_unwritten(case_, buffers_);
    length_ = 0;
  }

protected:
  KeysValues buffers_;
  std::int64_t length_ = 0; ///< tokens fed since the start or the last reset, less those cropped

private:
  Case case_;
};

} // namespace attest::backends
