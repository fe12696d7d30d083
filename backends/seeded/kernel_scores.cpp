// Kernels that leave something out of the scores, or put it in wrongly.
#include "backends/seeded/around.hpp"

#include <cmath>

namespace attest::backends {

namespace {

double default_scale(const KernelCall& call) { return 1 / std::sqrt(static_cast<double>(call.q.shape[3])); }

void turn_bias(KernelCall& call) {
  if (!call.bias) return;
  View turned = make_view(call.bias->element, call.bias->shape);
  visit_places(
      turned, [&](auto b, auto h, auto i, auto j) { set(turned, b, h, i, j, -get(*call.bias, b, h, i, j)); });
  call.bias = turned;
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      {.backend = on_exact(plain_with_call("scale-one", [](KernelCall& call) { call.scale = 1; })),
       .expects = {"scale"},
       .says = "scores are not scaled at all"},
      {.backend =
           on_exact(plain_with_call("scale-squared", [](KernelCall& call) { call.scale *= call.scale; })),
       .expects = {"scale"},
       .says = "the scale is applied to q and again to the scores"},
      {.backend = on_exact(
           plain_with_call("scale-by-default", [](KernelCall& call) { call.scale = default_scale(call); })),
       .expects = {"scale"},
       .report = "https://github.com/huggingface/pytorch-image-models/issues/2280",
       .says = "a scale that is given has no effect"},
      {.backend = on_exact(plain_with_call("no-softcap", [](KernelCall& call) { call.softcap.reset(); })),
       .expects = {"softcap"},
       .report = "https://github.com/vllm-project/vllm-metal/issues/665",
       .says = "the softcap is left out"},
      {.backend = on_exact(plain_with_call("no-sink", [](KernelCall& call) { call.sink.clear(); })),
       .expects = {"sink"},
       .report = "https://github.com/ikawrakow/ik_llama.cpp/pull/2087",
       .says = "the sink is left out of the normaliser"},
      {.backend = on_exact(plain_with_call("no-alibi", [](KernelCall& call) { call.bias.reset(); })),
       .expects = {"bias"},
       .says = "the ALiBi bias is left out"},
      {.backend = on_exact(plain_with_call("alibi-sign-turned", turn_bias)),
       .expects = {"bias"},
       .report = "https://github.com/meta-pytorch/attention-gym/pull/86",
       .says = "ALiBi favours the farther keys"},
  };
}};

} // namespace

} // namespace attest::backends
