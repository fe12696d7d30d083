// The lists that plug-in folders fill: a kernel, policy or cache registers itself from its one file. Sorted
// by name, so that no output depends on link order. Plug-in folders are OBJECT libraries: a static archive
// would lose them silently.
#pragma once

#include "backends/cache.hpp"
#include "backends/kernel.hpp"
#include "backends/policy.hpp"

namespace attest::backends {

const std::vector<Kernel>& kernels();
const std::vector<Policy>& policies();
const std::vector<CacheType>& cache_types();

/// The order of link decides nothing: the lists are sorted by name. Defined once at namespace scope of the
/// plug-in's file: `const Registered<Kernel> plain{[] { return Kernel{...}; }};`
template <class Plugin> struct Registered { explicit Registered(Plugin (*make)()); };

} // namespace attest::backends
