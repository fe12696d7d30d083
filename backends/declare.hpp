// What a composition of kernel, policy and caches declares: nothing that one of its parts cannot do.
#pragma once

#include "backends/cache.hpp"
#include "backends/kernel.hpp"
#include "backends/policy.hpp"

namespace attest::backends {

/// The declaration of kernel@policy on these caches. Throws std::logic_error if a part names a feature that
/// does not exist.
Declaration declare(const Kernel&, const Policy&, const std::vector<CacheType>& caches);

} // namespace attest::backends
