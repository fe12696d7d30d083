// A KV cache as an implementation has it: real buffers, real slots. One file per kind in backends/caches/.
#pragma once

#include "backends/view.hpp"
#include "cases/case.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace attest::backends {

/// What a call returns: k (batch, kv heads, slots, dim) and v (.., value_dim), unwritten slots as the buffers
/// hold them.
struct KeysValues {
  View k;
  View v;
};

/// The state of one cache over one case. An operation that the cache type does not list is never asked; it
/// throws std::logic_error.
class CacheState {
public:
  virtual ~CacheState() = default;
  /// Appends the new tokens and returns what attention reads. For cross's later steps the views have no
  /// tokens. What is returned may share the cache's own buffers, and is read before the next call.
  virtual KeysValues update(const View& k, const View& v) = 0;
  /// Forgets all tokens from `length` on; what lies in the freed slots may stay there.
  virtual void crop(std::int64_t) { throw std::logic_error("this cache has no crop"); }
  /// Row b goes on with what row rows[b] had.
  virtual void reorder(const std::vector<std::int64_t>&) {
    throw std::logic_error("this cache has no reorder");
  }
  /// Forgets everything.
  virtual void reset() { throw std::logic_error("this cache has no reset"); }
};

/// A cache implementation: what kind of the case language it stands for, and how it is made for a case.
struct CacheType {
  std::string name; ///< of the implementation: "static", or "static-sliding-rolled-early" for a faulty one
  CacheKind kind = CacheKind::none;
  std::vector<std::string> operations =
      {}; ///< of "crop", "reorder", "reset"; empty for none, which takes one step
  std::function<std::unique_ptr<CacheState>(const Case&)> make = {};
};

} // namespace attest::backends
