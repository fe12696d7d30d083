// Runs a case on kernel@policy and a cache: each part does its own work, in the order in which an
// implementation would.
#include "backends/backend.hpp"

#include "backends/declare.hpp"
#include "backends/registry.hpp"
#include "backends/seen.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace attest::backends {

namespace {

struct Composition {
  Kernel kernel;
  Policy policy;
  std::vector<CacheType> caches;
  Declaration declaration;
};

/// One case while it runs.
struct Run {
  const Composition& parts;
  const RunRequest& request;
  TensorIndex tensors;
  std::unique_ptr<CacheState> cache;
  std::vector<NamedTensor> answer;
};

std::unique_ptr<CacheState> make_cache(const Composition& parts, const Case& value) {
  for (const auto& type : parts.caches)
    if (type.kind == value.cache.kind) return type.make(value);
  throw Refused("there is no cache of this kind", "cache." + std::string(name_of(value.cache.kind)));
}

View fed(const Run& run, const std::string& name, std::int64_t channels) {
  const auto found = run.tensors.find(name);
  if (found != run.tensors.end()) return view_of(*found->second);
  const Case& value = run.request.value;
  return make_view(element_of(value.dtype), {value.batch, value.kv_heads, 0, channels});
}

Arguments policy_arguments(const Run& run, const StepPlan& step, std::int64_t width) {
  const auto handed = run.tensors.find(fmt::format("mask.{}", step.step));
  return run.parts.policy.arguments({.value = run.request.value,
                                     .step = step,
                                     .handed = handed == run.tensors.end() ? nullptr : handed->second,
                                     .family = run.parts.kernel.family,
                                     .width = width});
}

KernelCall kernel_call(const Run& run, const StepPlan& step, const KeysValues& read) {
  const Case& value = run.request.value;
  // expanded speaks of k and v only.
  const Memory queries = value.memory == Memory::expanded ? Memory::plain : value.memory;
  Arguments arguments = policy_arguments(run, step, read.k.shape[2]);
  KernelCall call{.q = arranged(fed(run, fmt::format("q.{}", step.step), value.dim), value.layout, queries),
                  .k = arranged(read.k, value.layout, value.memory),
                  .v = arranged(read.v, value.layout, value.memory),
                  .mask = std::move(arguments.mask),
                  .is_causal = arguments.is_causal,
                  .scale = scale_of(value),
                  .softcap = value.softcap,
                  .bias = std::move(arguments.bias)};
  if (!value.sink.empty())
    for (std::int64_t head = 0; head < value.query_heads; ++head)
      call.sink.push_back(per_head(value, value.sink, head));
  return call;
}

void attend(Run& run, const StepPlan& step) {
  const Case& value = run.request.value;
  const KeysValues read = run.cache->update(fed(run, fmt::format("k.{}", step.step), value.dim),
                                            fed(run, fmt::format("v.{}", step.step), value.value_dim));
  const KernelCall call = kernel_call(run, step, read);
  run.answer.push_back({fmt::format("out.{}", step.step), tensor_of(run.parts.kernel.run(call))});
  // A cache that returns a wrong number of slots has a mask that the protocol can't carry.
  if (run.request.want_mask && call.k.shape[2] == width_of(step))
    run.answer.push_back({fmt::format("mask.{}", step.step), seen_by_kernel(call)});
}

void apply(Run& run, const Entry& entry, std::size_t step) {
  if (std::holds_alternative<Feed>(entry)) return attend(run, run.request.plan[step]);
  if (const auto* crop = std::get_if<Crop>(&entry)) return run.cache->crop(crop->length);
  if (const auto* reorder = std::get_if<Reorder>(&entry)) return run.cache->reorder(reorder->rows);
  run.cache->reset();
}

std::vector<NamedTensor> run_case(const Composition& parts, const RunRequest& request) {
  check_request(request);
  if (const auto refusal = refusal_of(request.value, parts.declaration))
    throw Refused(refusal->reason, refusal->feature.value_or(""));
  Run run{parts, request, index_of(request.tensors), make_cache(parts, request.value), {}};
  std::size_t step = 0; // an operation belongs to the step that follows it
  try {
    for (const Entry& entry : request.value.steps) {
      apply(run, entry, step);
      if (std::holds_alternative<Feed>(entry)) ++step;
    }
  } catch (const Refused&) {
    throw;
  } catch (const std::exception& error) {
    throw Threw(error.what(), static_cast<std::int64_t>(step));
  }
  return std::move(run.answer);
}

} // namespace

std::vector<CacheType> caches_of(const Policy& policy) {
  std::vector<CacheType> caches;
  const auto has_kind = [&](CacheKind kind) {
    return std::any_of(caches.begin(), caches.end(),
                       [&](const CacheType& cache) { return cache.kind == kind; });
  };
  for (const auto& cache : cache_types())
    if (std::find(policy.caches.begin(), policy.caches.end(), cache.name) != policy.caches.end())
      caches.push_back(cache);
  for (const auto& cache : cache_types())
    if (cache.name == name_of(cache.kind) && !has_kind(cache.kind)) caches.push_back(cache);
  return caches;
}

Backend compose(const Kernel& kernel, const Policy& policy, const std::vector<CacheType>& caches) {
  auto parts = std::make_shared<const Composition>(
      Composition{kernel, policy, caches, declare(kernel, policy, caches)});
  return {.declaration = parts->declaration,
          .run = [parts](const RunRequest& request) { return run_case(*parts, request); }};
}

std::vector<Backend> composed_backends() {
  std::vector<Backend> backends;
  for (const auto& kernel : kernels())
    for (const auto& policy : policies()) backends.push_back(compose(kernel, policy, caches_of(policy)));
  std::sort(backends.begin(), backends.end(),
            [](const Backend& a, const Backend& b) { return a.declaration.name < b.declaration.name; });
  return backends;
}

} // namespace attest::backends
