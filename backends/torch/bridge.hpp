// The bridge between our views and LibTorch's tensors: what a kernel is given is seen by Torch in place,
// strides and all.
#pragma once

#include "backends/kernel.hpp"

#include <ATen/core/Tensor.h>

namespace attest::backends {

/// The same memory as a tensor, without a copy: shape, strides (0 too) and offset are kept. The view must
/// outlive it.
at::Tensor as_torch(const View&);

/// A contiguous copy of a 4-D tensor whose element type is one of ours.
View as_view(const at::Tensor&);

/// A mask as an additive one: BOOL becomes 0 and -inf in `floating`; others are returned as they are.
at::Tensor additive_mask(const at::Tensor& mask, at::ScalarType floating);

/// Hides in `scores` (.., L, S) what Torch's is_causal hides: row i sees columns <= i, top-left for L != S
/// too.
at::Tensor without_future(const at::Tensor& scores);

/// What is left of a call once its bias is folded into the mask.
struct MaskAndFlag {
  std::optional<at::Tensor> mask = {};
  bool is_causal = false;
};

/// The call's mask and flag for a kernel that takes one additive mask and no bias. Without a bias both are as
/// the call has them. With one they become a single mask in f32 (f64 for f64), the flag included, since
/// Torch's math backend refuses mask and flag together.
MaskAndFlag folded_mask(const KernelCall&);

} // namespace attest::backends
