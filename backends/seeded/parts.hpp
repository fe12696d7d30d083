// What seeded backends are put together from: registered parts by name, and the exact policy with its
// arguments changed.
#pragma once

#include "backends/seeded/seeded.hpp"

namespace attest::backends {

/// The registered kernel, policy or cache implementation of this name. Throws std::logic_error if there is
/// none.
const Kernel& kernel_named(const std::string& name);
const Policy& policy_named(const std::string& name);
const CacheType& cache_named(const std::string& name);

/// A policy of this name with all features of `exact` and other arguments.
Policy exact_but(std::string name, std::function<Arguments(const PolicyInput&)> arguments);

/// What `exact` asks its kernel for.
Arguments exact_arguments(const PolicyInput&);

/// What a seeded backend declares of all that its parts can do: cases that can't show its fault, or that show
/// it as another one, are no trial.
struct Takes {
  std::vector<std::string> only = {};  ///< "mask.causal": of each group named here (mask., cache.) no other
  std::vector<std::string> lacks = {}; ///< "flag.false", or a whole group: "pad."
};

/// kernel@policy on the plain right caches.
Backend composed(const Kernel&, const Policy&, const Takes& = {});

/// kernel@exact+cache, which has this one cache only.
Backend composed_on(const Kernel&, const CacheType&, const Takes& = {});

} // namespace attest::backends
