// A backend: kernel@policy (or anything else that answers a run), with its declaration.
#pragma once

#include "backends/cache.hpp"
#include "backends/kernel.hpp"
#include "backends/policy.hpp"
#include "cases/declaration.hpp"
#include "cases/plan.hpp"
#include "cases/tensor.hpp"

#include <functional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace attest::backends {

/// A run request as a testee reads it.
struct RunRequest {
  std::string backend = "";
  std::string line = "";
  Case value = {};
  std::vector<StepPlan> plan = {};
  bool want_mask = false;
  std::vector<NamedTensor> tensors = {}; ///< q.S, k.S, v.S, mask.S
};

/// Throws InputError (file) if the plan does not fit the case, or a tensor that the case needs is missing or
/// has another element type or shape than the contract's section 11 says. Tensors that nobody asked for are
/// ignored.
void check_request(const RunRequest&);

/// Tensors by name; they stay where they are.
using TensorIndex = std::unordered_map<std::string, const Tensor*>;
TensorIndex index_of(const std::vector<NamedTensor>&);

/// Thrown by a backend that does not take a case; `feature` is a name of the declaration, or empty.
struct Refused : std::runtime_error {
  explicit Refused(const std::string& reason, std::string feature_name = "")
      : std::runtime_error(reason), feature(std::move(feature_name)) {}
  std::string feature;
};

/// Thrown by a backend whose kernel, policy or cache threw at a step.
struct Threw : std::runtime_error {
  Threw(const std::string& error, std::int64_t at) : std::runtime_error(error), step(at) {}
  std::int64_t step;
};

struct Backend {
  Declaration declaration = {};
  /// Answers out.S for every step, and mask.S where asked and known. Throws InputError when the request is
  /// not a right one, Refused, Threw, or any other std::exception (status threw, step unknown).
  std::function<std::vector<NamedTensor>(const RunRequest&)> run = {};
};

/// The cache implementations that a policy runs on: its own, and for every other kind the plain right one,
/// which bears the kind's name.
std::vector<CacheType> caches_of(const Policy&);

/// kernel@policy on these caches, at most one of each kind.
Backend compose(const Kernel&, const Policy&, const std::vector<CacheType>& caches);

/// Every registered kernel with every registered policy, sorted by name.
std::vector<Backend> composed_backends();

} // namespace attest::backends
