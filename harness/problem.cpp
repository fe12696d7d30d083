#include "harness/problem.hpp"

#include "cases/line.hpp"
#include "cases/pads.hpp"

#include <algorithm>
#include <limits>

namespace attest::harness {

namespace {

using reference::Array4;
using reference::Cells;

NamedTensor named(const std::string& name, std::int64_t step, Tensor tensor) {
  return {.name = name + "." + std::to_string(step), .tensor = std::move(tensor)};
}

Tensor tensor_from(const Array4& array, Dtype dtype) {
  return from_doubles(element_of(dtype), {array.shape.begin(), array.shape.end()}, array.values);
}

Tensor padding_mask(const Case& value, const StepPlan& plan) {
  const std::int64_t width = value.keys ? *value.keys : plan.before + plan.fresh;
  Tensor mask = zeros(Element::boolean, {value.batch, width});
  for (std::int64_t batch = 0; batch < value.batch; ++batch)
    for (std::int64_t token = 0; token < width; ++token)
      if (!is_pad(value, plan.sequence[batch], token)) mask.bytes[batch * width + token] = std::byte{1};
  return mask;
}

std::vector<std::int64_t> shape_of(const Case& value, const Cells& cells) {
  switch (value.mask_shape) {
  case MaskShape::b1qk: return {value.batch, 1, cells.queries, cells.slots};
  case MaskShape::bhqk: return {value.batch, value.query_heads, cells.queries, cells.slots};
  case MaskShape::oneoneqk: return {1, 1, cells.queries, cells.slots};
  case MaskShape::qk: return {cells.queries, cells.slots};
  }
  return {};
}

/// The bytes of one element that says seen (true) or hidden.
std::vector<std::byte> mark(Form form, Dtype dtype, bool seen) {
  if (form == Form::boolean) return {std::byte{seen}};
  const double hidden = form == Form::additive ? lowest(dtype) : -std::numeric_limits<double>::infinity();
  return from_doubles(element_of(dtype), {1}, {seen ? 0.0 : hidden}).bytes;
}

Tensor cell_mask(const Case& value, const Cells& cells) {
  const Dtype dtype = value.mask_dtype.value_or(value.dtype);
  const std::vector<std::byte> marks[2] = {mark(value.form, dtype, false), mark(value.form, dtype, true)};
  Tensor mask;
  mask.element = value.form == Form::boolean ? Element::boolean : element_of(dtype);
  mask.shape = shape_of(value, cells);
  mask.bytes.reserve(static_cast<std::size_t>(count_of(mask.shape)) * marks[0].size());
  const bool per_row = value.mask_shape == MaskShape::b1qk || value.mask_shape == MaskShape::bhqk;
  const std::int64_t heads = value.mask_shape == MaskShape::bhqk ? value.query_heads : 1;
  const std::int64_t plane = cells.queries * cells.slots;
  for (std::int64_t batch = 0; batch < (per_row ? value.batch : 1); ++batch)
    for (std::int64_t head = 0; head < heads; ++head)
      for (std::int64_t cell = 0; cell < plane; ++cell) {
        const std::vector<std::byte>& bytes = marks[cells.seen[batch * plane + cell]];
        mask.bytes.insert(mask.bytes.end(), bytes.begin(), bytes.end());
      }
  return mask;
}

} // namespace

std::vector<NamedTensor> tensors_of(const Case& value, const reference::Problem& problem) {
  std::vector<NamedTensor> tensors;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const auto step = static_cast<std::int64_t>(i);
    tensors.push_back(named("q", step, tensor_from(problem[i].q, value.dtype)));
    if (value.cache.kind == CacheKind::cross && step > 0) continue;
    tensors.push_back(named("k", step, tensor_from(problem[i].k, value.dtype)));
    tensors.push_back(named("v", step, tensor_from(problem[i].v, value.dtype)));
  }
  return tensors;
}

std::vector<NamedTensor> masks_of(const Case& value, const std::vector<StepPlan>& plan,
                                  const std::vector<Cells>& cells) {
  std::vector<NamedTensor> masks;
  if (value.form == Form::none) return masks;
  for (std::size_t i = 0; i < plan.size(); ++i)
    masks.push_back(
        named("mask", plan[i].step,
              value.form == Form::padding ? padding_mask(value, plan[i]) : cell_mask(value, cells[i])));
  return masks;
}

Request request_of(const Question& question, const Case& asked, std::vector<NamedTensor> tensors) {
  tensors.insert(tensors.end(), question.masks.begin(), question.masks.end());
  return {.backend = question.declaration.name,
          .line = print_line(asked),
          .value = asked,
          .plan = question.plan,
          .want_mask = false,
          .tensors = std::move(tensors)};
}

} // namespace attest::harness
