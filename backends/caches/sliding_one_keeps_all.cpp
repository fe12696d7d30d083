// DynamicSlidingWindowLayer of transformers 4.56 and later, for windows and for chunks: with a window of one
// it stores "the last W-1 keys" as keys[-0:], which is all of them, while it announces that it will return
// the new ones only.
#include "backends/registry.hpp"

#include <stdexcept>

namespace attest::backends {

namespace {

// Any other window, or chunk, is right: both return the slots of cache=sliding:W.
std::unique_ptr<CacheState> make_cache(const Case& value) {
  const std::string name = value.cache.numbers.at(0) == 1 ? "dynamic" : "sliding";
  for (const CacheType& type : cache_types())
    if (type.name == name) return type.make(value);
  throw std::logic_error("the cache " + name + " is not registered");
}

CacheType type_of(const std::string& name, CacheKind kind) {
  return {.name = name, .kind = kind, .operations = {"reorder", "reset"}, .make = make_cache};
}

const Registered<CacheType> sliding{[] { return type_of("sliding-one-keeps-all", CacheKind::sliding); }};
const Registered<CacheType> chunked{[] { return type_of("chunked-one-keeps-all", CacheKind::chunked); }};

} // namespace

} // namespace attest::backends
