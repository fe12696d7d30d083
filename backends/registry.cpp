// The registry's lists: the one global state of the project, filled before main and only read afterwards.
#include "backends/registry.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

// A function-local static, since plug-ins register in no fixed order before main.
template <class Plugin> std::vector<Plugin>& plugins() {
  static std::vector<Plugin> all;
  return all;
}

template <class Plugin> void add_sorted(Plugin plugin) {
  auto& all = plugins<Plugin>();
  const auto by_name = [](const Plugin& a, const Plugin& b) { return a.name < b.name; };
  all.insert(std::upper_bound(all.begin(), all.end(), plugin, by_name), std::move(plugin));
}

} // namespace

const std::vector<Kernel>& kernels() { return plugins<Kernel>(); }
const std::vector<Policy>& policies() { return plugins<Policy>(); }
const std::vector<CacheType>& cache_types() { return plugins<CacheType>(); }

template <class Plugin> Registered<Plugin>::Registered(Plugin (*make)()) { add_sorted(make()); }

template struct Registered<Kernel>;
template struct Registered<Policy>;
template struct Registered<CacheType>;

} // namespace attest::backends
