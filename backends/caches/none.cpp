// cache=none: the one call attends to exactly what it is given.
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

class NoCache final : public CacheState {
public:
  KeysValues update(const View& k, const View& v) override { return {k, v}; }
};

const Registered<CacheType> none{[] {
  return CacheType{.name = "none", .kind = CacheKind::none, .make = [](const Case&) {
                     return std::make_unique<NoCache>();
                   }};
}};

} // namespace

} // namespace attest::backends
