// A fault of a cache as a value: a right cache, and what is done wrongly around it.
#pragma once

#include "backends/seeded/parts.hpp"

namespace attest::backends {

/// What a faulty cache knows at a call.
struct CacheCall {
  const Case& value;
  std::int64_t before = 0;             ///< tokens before the call
  std::int64_t fresh = 0;              ///< new ones
  std::vector<std::int64_t> took = {}; ///< the rows of the last reorder, if there was one
  std::int64_t took_at = 0;            ///< tokens at that time
};

/// `name` is also that of the implementation; it stands for the kind of the right cache `around`. What is
/// empty is done as the right cache does it.
struct CacheFault {
  std::string name = "";
  std::string around = "";
  /// The case that the right cache is made for (more slots, say).
  std::function<void(Case&)> made_for = {};
  /// What the call returns, made of what the right cache returned.
  std::function<KeysValues(const KeysValues&, const CacheCall&)> returns = {};
  std::function<void(CacheState&, std::int64_t length)> crop = {};
  std::function<void(CacheState&, const std::vector<std::int64_t>& rows)> reorder = {};
  std::function<void(CacheState&)> reset = {};
};

CacheType cache_of(const CacheFault&);

/// The mutant that is told about: plain@exact on this cache.
Mutant mutant_of(const CacheFault&, const Takes&, Mutant told);

} // namespace attest::backends
