// Checks a run request against the contract before anything runs, so that a wrong request is never taken for
// a wrong answer.
#include "backends/backend.hpp"
#include "cases/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attest::backends {

namespace {

using Shape = std::vector<std::int64_t>;

[[noreturn]] void fail(const std::string& sentence) { throw InputError(ErrorKind::file, sentence); }

void check_tensor(const TensorIndex& index, const std::string& name, Element element, const Shape& shape) {
  const auto found = index.find(name);
  if (found == index.end()) fail(fmt::format("the request lacks the tensor {}", name));
  const Tensor* tensor = found->second;
  if (tensor->element != element)
    fail(fmt::format("the tensor {} has another element type than the case asks", name));
  if (tensor->shape != shape)
    fail(fmt::format("the tensor {} has the shape [{}], expected [{}]", name, fmt::join(tensor->shape, ","),
                     fmt::join(shape, ",")));
  if (static_cast<std::int64_t>(tensor->bytes.size()) != count_of(shape) * bytes_of(element))
    fail(fmt::format("the tensor {} has {} bytes, which do not fit its shape", name, tensor->bytes.size()));
}

bool has_keys_of_its_own(const Case& value) {
  return value.cache.kind == CacheKind::none || value.cache.kind == CacheKind::cross;
}

void check_mask(const Case& value, const TensorIndex& index, const StepPlan& step) {
  const std::string name = fmt::format("mask.{}", step.step);
  if (value.form == Form::none) return;
  if (value.form == Form::padding) {
    const std::int64_t width = has_keys_of_its_own(value) ? value.keys.value_or(0) : step.before + step.fresh;
    return check_tensor(index, name, Element::boolean, {value.batch, width});
  }
  const Element element =
      value.form == Form::boolean ? Element::boolean : element_of(value.mask_dtype.value_or(value.dtype));
  const std::int64_t slots = width_of(step);
  switch (value.mask_shape) {
  case MaskShape::b1qk: return check_tensor(index, name, element, {value.batch, 1, step.fresh, slots});
  case MaskShape::bhqk:
    return check_tensor(index, name, element, {value.batch, value.query_heads, step.fresh, slots});
  case MaskShape::oneoneqk: return check_tensor(index, name, element, {1, 1, step.fresh, slots});
  case MaskShape::qk: return check_tensor(index, name, element, {step.fresh, slots});
  }
}

void check_step(const Case& value, const TensorIndex& index, const StepPlan& step) {
  const Element element = element_of(value.dtype);
  check_tensor(index, fmt::format("q.{}", step.step), element,
               {value.batch, value.query_heads, step.fresh, value.dim});
  if (value.cache.kind != CacheKind::cross || step.step == 0) {
    const std::int64_t tokens = has_keys_of_its_own(value) ? value.keys.value_or(0) : step.fresh;
    check_tensor(index, fmt::format("k.{}", step.step), element,
                 {value.batch, value.kv_heads, tokens, value.dim});
    check_tensor(index, fmt::format("v.{}", step.step), element,
                 {value.batch, value.kv_heads, tokens, value.value_dim});
  }
  check_mask(value, index, step);
}

void check_plan_step(const Case& value, const StepPlan& step, std::int64_t number, std::int64_t tokens) {
  if (step.step != number) fail(fmt::format("entry {} of the plan is step {}", number, step.step));
  if (step.fresh != tokens)
    fail(fmt::format("the plan of step {} has {} new tokens, the case has {}", number, step.fresh, tokens));
  if (static_cast<std::int64_t>(step.sequence.size()) != value.batch)
    fail(fmt::format("the plan of step {} has {} sequences, the case has {} batch rows", number,
                     step.sequence.size(), value.batch));
  for (const std::int64_t sequence : step.sequence)
    if (sequence < 0 || sequence >= value.batch)
      fail(fmt::format("the plan of step {} names sequence {}", number, sequence));
}

} // namespace

TensorIndex index_of(const std::vector<NamedTensor>& tensors) {
  TensorIndex index;
  for (const auto& named : tensors) index.emplace(named.name, &named.tensor);
  return index;
}

void check_request(const RunRequest& request) {
  const TensorIndex index = index_of(request.tensors);
  std::size_t steps = 0;
  for (const Entry& entry : request.value.steps) {
    const auto* feed = std::get_if<Feed>(&entry);
    if (!feed) continue;
    if (steps == request.plan.size())
      fail(fmt::format("the plan has {} steps, the case has more", request.plan.size()));
    check_plan_step(request.value, request.plan[steps], static_cast<std::int64_t>(steps), feed->tokens);
    check_step(request.value, index, request.plan[steps]);
    ++steps;
  }
  if (steps != request.plan.size())
    fail(fmt::format("the plan has {} steps, the case has {}", request.plan.size(), steps));
}

} // namespace attest::backends
