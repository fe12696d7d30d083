// Finds registered parts and puts seeded backends together.
#include "backends/seeded/parts.hpp"

#include "backends/registry.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::backends {

namespace {

template <class Plugin> const Plugin& named(const std::vector<Plugin>& plugins, const std::string& name) {
  for (const Plugin& plugin : plugins)
    if (plugin.name == name) return plugin;
  throw std::logic_error(name + " is not registered");
}

std::string group_of(const std::string& feature) { return feature.substr(0, feature.find('.') + 1); }

bool is_taken(const Takes& takes, const std::string& feature) {
  const auto names = [&](const std::string& name) { return name == feature || name == group_of(feature); };
  if (std::any_of(takes.lacks.begin(), takes.lacks.end(), names)) return false;
  const auto is_rival = [&](const std::string& name) { return group_of(name) == group_of(feature); };
  const bool is_narrowed = std::any_of(takes.only.begin(), takes.only.end(), is_rival);
  return !is_narrowed || std::find(takes.only.begin(), takes.only.end(), feature) != takes.only.end();
}

Backend composed_of(Kernel kernel, Policy policy, const std::vector<CacheType>& caches, const Takes& takes) {
  const auto narrow = [takes](std::vector<std::string> features) {
    std::erase_if(features, [&](const std::string& feature) { return !is_taken(takes, feature); });
    return features;
  };
  kernel.features = narrow(kernel.features);
  policy.features = [all = policy.features, narrow](Family family) { return narrow(all(family)); };
  return compose(kernel, policy, caches);
}

} // namespace

const Kernel& kernel_named(const std::string& name) { return named(kernels(), name); }
const Policy& policy_named(const std::string& name) { return named(policies(), name); }
const CacheType& cache_named(const std::string& name) { return named(cache_types(), name); }

Policy exact_but(std::string name, std::function<Arguments(const PolicyInput&)> arguments) {
  Policy policy = policy_named("exact");
  policy.name = std::move(name);
  policy.arguments = std::move(arguments);
  return policy;
}

Arguments exact_arguments(const PolicyInput& input) { return policy_named("exact").arguments(input); }

Backend composed(const Kernel& kernel, const Policy& policy, const Takes& takes) {
  return composed_of(kernel, policy, caches_of(policy), takes);
}

Backend composed_on(const Kernel& kernel, const CacheType& cache, const Takes& takes) {
  Backend backend = composed_of(kernel, policy_named("exact"), {cache}, takes);
  backend.declaration.name += "+" + cache.name;
  return backend;
}

} // namespace attest::backends
