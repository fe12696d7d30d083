// A policy: how a request (mask, padding, flag, cache) is turned into the arguments of a kernel. Written
// once, for every kernel.
#pragma once

#include "backends/kernel.hpp"
#include "cases/plan.hpp"

#include <map>

namespace attest::backends {

/// What a policy knows at one step: the case, the plan of the step, what was handed over, and for which
/// family of kernel.
struct PolicyInput {
  const Case& value;
  const StepPlan& step;
  const Tensor* handed = nullptr; ///< mask.S, or nullptr with form=none
  Family family = Family::sdpa;
  std::int64_t width = 0; ///< slots that the cache really returned
};

/// The arguments that a policy decides; `mask` has `width` columns.
struct Arguments {
  std::optional<View> mask = {};
  bool is_causal = false;
  std::optional<View> bias = {};
};

struct Policy {
  std::string name; ///< "exact", "hf-4.40"
  /// Features that are the policy's to have: cache.KIND, mask.*, form.*, mask_shape.*, mask_dtype.*, pad.*,
  /// unfilled.zeros and .canary, steps, crop, reorder, reset, offset, flag.*. Kinds without an implementation
  /// are left out, operations are cut to what the caches can.
  std::function<std::vector<std::string>(Family)> features = {};
  /// Combinations that this policy does not take; one feature alone takes it away from the kernel's (alibi,
  /// say). May be left empty.
  std::function<std::vector<Combination>(Family)> refuses = {};
  /// Empty-row policies by form (keys as in Declaration::empty_row), or {} for the kernel's own; "*" is
  /// filled in with the kernel's own. May be left empty.
  std::function<std::map<std::string, EmptyRow>(Family)> empty_row = {};
  /// Names of cache implementations that this policy brings in place of the plain right ones (an era's faulty
  /// cache).
  std::vector<std::string> caches = {};
  /// May throw Refused (backend.hpp), or anything else for what the library of its era would have thrown.
  std::function<Arguments(const PolicyInput&)> arguments = {};
};

} // namespace attest::backends
