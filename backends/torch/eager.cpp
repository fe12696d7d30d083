// The eager formula of `transformers`, written with ATen operators: every score is rounded to the element
// type of the call, so that this kernel has the numerics of a model's own forward pass and none of a fused
// kernel's.
#include "backends/registry.hpp"
#include "backends/torch/bridge.hpp"
#include "backends/torch/features.hpp"

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>

#include <limits>

namespace attest::backends {

namespace {

// Query head h reads kv head h / groups, rounded down: each kv head is repeated in place.
at::Tensor repeat_kv(const at::Tensor& heads, std::int64_t query_heads) {
  return heads.repeat_interleave(query_heads / heads.size(1), 1);
}

at::Tensor scores_of(const KernelCall& call, const at::Tensor& q, const at::Tensor& k) {
  at::Tensor scores = at::matmul(q, k.transpose(2, 3)) * call.scale;
  if (call.softcap) scores = (scores / *call.softcap).tanh() * *call.softcap;
  if (call.mask) scores = (scores + additive_mask(as_torch(*call.mask), q.scalar_type())).to(q.scalar_type());
  if (call.bias) scores = scores + as_torch(*call.bias).to(q.scalar_type());
  if (call.is_causal) scores = without_future(scores);
  return scores;
}

// `transformers` takes the softmax in f32 whatever the model's type; f64 keeps its own here, or f64 would be
// f32 in disguise.
at::Tensor weights_of(const KernelCall& call, const at::Tensor& scores) {
  const at::ScalarType type = scores.scalar_type();
  const at::ScalarType inner = type == at::kDouble ? at::kDouble : at::kFloat;
  if (call.sink.empty()) return at::softmax(scores, -1, inner).to(type);
  const at::Tensor sink =
      at::tensor(call.sink, at::TensorOptions(at::kDouble)).to(type).reshape({1, -1, 1, 1});
  const at::Tensor column = sink.expand({scores.size(0), scores.size(1), scores.size(2), 1});
  return at::softmax(at::cat({scores, column}, -1), -1, inner).to(type).slice(-1, 0, scores.size(-1));
}

View run(const KernelCall& call) {
  const c10::InferenceMode guard;
  const at::Tensor q = as_torch(call.q);
  const std::int64_t heads = q.size(1);
  const at::Tensor k = repeat_kv(as_torch(call.k), heads);
  const at::Tensor v = repeat_kv(as_torch(call.v), heads);
  const at::Tensor out = at::matmul(weights_of(call, scores_of(call, q, k)), v);
  // A softmax over no key at all is 0/0 as it is over keys that are all hidden; matmul would call the empty
  // sum 0.
  if (k.size(2) == 0 && call.sink.empty())
    return as_view(at::full_like(out, std::numeric_limits<double>::quiet_NaN()));
  return as_view(out);
}

const Registered<Kernel> registered{[] {
  return Kernel{.name = "eager",
                .family = Family::eager,
                .features = torch_features({"layout.bhds", "dv", "softcap", "sink", "alibi"}),
                .empty_row = EmptyRow::nan,
                .profile = named_profile("eager"),
                .run = run};
}};

} // namespace

} // namespace attest::backends
