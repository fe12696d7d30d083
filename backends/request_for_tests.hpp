// Run requests for tests: the contract's data under a plan that the test writes out by hand.
#pragma once

#include "backends/backend.hpp"
#include "cases/data.hpp"
#include "cases/line.hpp"

#include <stdexcept>

namespace attest::backends::for_tests {

/// Batch, heads, tokens and channels of q, k or v at a step.
inline Tensor fed_tensor(const Case& value, TensorName name, std::int64_t first, std::int64_t count) {
  const std::int64_t heads = name == TensorName::q ? value.query_heads : value.kv_heads;
  const std::int64_t channels = name == TensorName::v ? value.value_dim : value.dim;
  Tensor tensor = zeros(element_of(value.dtype), {value.batch, heads, count, channels});
  std::int64_t i = 0;
  for (std::int64_t b = 0; b < value.batch; ++b)
    for (std::int64_t h = 0; h < heads; ++h)
      for (std::int64_t t = first; t < first + count; ++t)
        for (std::int64_t c = 0; c < channels; ++c)
          set(tensor, i++,
              value_of(value,
                       {.seed = value.seed, .tensor = name, .row = b, .head = h, .token = t, .channel = c}));
  return tensor;
}

/// q, k and v of every step of the plan; no masks. With cross, k and v at step 0 only.
inline RunRequest request_of(const std::string& line, const std::vector<StepPlan>& plan) {
  RunRequest request{.line = line, .value = parse_line(line), .plan = plan};
  const Case& value = request.value;
  const bool own_keys = value.keys.has_value();
  for (const StepPlan& step : plan) {
    const std::string number = std::to_string(step.step);
    request.tensors.push_back({"q." + number, fed_tensor(value, TensorName::q, step.q0, step.fresh)});
    if (own_keys && step.step > 0) continue;
    const std::int64_t first = own_keys ? 0 : step.before;
    const std::int64_t count = own_keys ? *value.keys : step.fresh;
    request.tensors.push_back({"k." + number, fed_tensor(value, TensorName::k, first, count)});
    request.tensors.push_back({"v." + number, fed_tensor(value, TensorName::v, first, count)});
  }
  return request;
}

/// The plan of one step whose first query is token `before`.
inline StepPlan step_plan(std::int64_t step, std::int64_t before, std::int64_t fresh,
                          std::vector<SlotRun> slots, std::vector<std::int64_t> sequence = {0}) {
  return {.step = step,
          .before = before,
          .q0 = before,
          .fresh = fresh,
          .slots = std::move(slots),
          .sequence = std::move(sequence)};
}

inline const Backend& backend_in(const std::vector<Backend>& backends, const std::string& name) {
  for (const auto& backend : backends)
    if (backend.declaration.name == name) return backend;
  throw std::logic_error("there is no backend " + name);
}

} // namespace attest::backends::for_tests
