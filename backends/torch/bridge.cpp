// Views to tensors and back, and masks in the formats that Torch's operators take.
#include "backends/torch/bridge.hpp"

#include <ATen/TensorOperators.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>

#include <limits>
#include <stdexcept>

namespace attest::backends {

namespace {

constexpr double hidden = -std::numeric_limits<double>::infinity();

at::ScalarType scalar_type_of(Element element) {
  switch (element) {
  case Element::f32: return at::kFloat;
  case Element::f64: return at::kDouble;
  case Element::f16: return at::kHalf;
  case Element::bf16: return at::kBFloat16;
  case Element::boolean: return at::kBool;
  }
  throw std::logic_error("unknown element type");
}

Element element_type_of(at::ScalarType type) {
  for (const Element element : {Element::f32, Element::f64, Element::f16, Element::bf16, Element::boolean})
    if (scalar_type_of(element) == type) return element;
  throw std::runtime_error("Torch answered in an element type that no case has");
}

} // namespace

at::Tensor as_torch(const View& view) {
  std::byte* data = view.buffer->data() + view.offset * bytes_of(view.element);
  return at::from_blob(data, view.shape, view.stride, at::TensorOptions(scalar_type_of(view.element)));
}

View as_view(const at::Tensor& tensor) {
  if (tensor.dim() != 4) throw std::runtime_error("Torch answered with a tensor that is not 4-D");
  View view = make_view(element_type_of(tensor.scalar_type()),
                        {tensor.size(0), tensor.size(1), tensor.size(2), tensor.size(3)});
  as_torch(view).copy_(tensor);
  return view;
}

at::Tensor additive_mask(const at::Tensor& mask, at::ScalarType floating) {
  if (mask.scalar_type() != at::kBool) return mask;
  return at::zeros(mask.sizes(), at::TensorOptions(floating)).masked_fill(mask.logical_not(), hidden);
}

at::Tensor without_future(const at::Tensor& scores) {
  const at::Tensor seen = at::ones({scores.size(-2), scores.size(-1)}, at::TensorOptions(at::kBool)).tril();
  return scores.masked_fill(seen.logical_not(), hidden);
}

MaskAndFlag folded_mask(const KernelCall& call) {
  MaskAndFlag folded{.is_causal = call.is_causal};
  if (call.mask) folded.mask = as_torch(*call.mask);
  if (!call.bias) return folded;
  at::Tensor mask = as_torch(*call.bias);
  if (folded.mask) mask = mask + additive_mask(*folded.mask, mask.scalar_type()).to(mask.scalar_type());
  if (call.is_causal) mask = without_future(mask);
  return {.mask = mask.contiguous(), .is_causal = false};
}

} // namespace attest::backends
