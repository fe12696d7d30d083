// Composition: declarations, the order of work over a case, and the four ways in which a run can end.
#include "backends/backend.hpp"
#include "backends/registry.hpp"
#include "backends/request_for_tests.hpp"
#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/testing.hpp"
#include "cases/words.hpp"

#include <algorithm>

using namespace attest;
using namespace attest::backends;
using namespace attest::backends::for_tests;

namespace {

bool has(const Declaration& declaration, const std::string& feature) {
  return std::find(declaration.features.begin(), declaration.features.end(), feature) !=
         declaration.features.end();
}

const Policy& exact() {
  for (const auto& policy : policies())
    if (policy.name == "exact") return policy;
  throw std::logic_error("no policy exact");
}

const Kernel& plain() {
  for (const auto& kernel : kernels())
    if (kernel.name == "plain") return kernel;
  throw std::logic_error("no kernel plain");
}

/// The values of out.STEP.
std::vector<double> out(const std::vector<NamedTensor>& answer, std::int64_t step) {
  return to_doubles(*index_of(answer).at("out." + std::to_string(step)));
}

const std::vector<StepPlan> static_plan = {step_plan(0, 0, 3, {{0, 3}, {-1, 3}}),
                                           step_plan(1, 3, 1, {{0, 4}, {-1, 2}})};
const std::vector<StepPlan> dynamic_plan = {step_plan(0, 0, 3, {{0, 3}}), step_plan(1, 3, 1, {{0, 4}})};

} // namespace

TEST_CASE("every composed backend declares something that can be sent and read") {
  const auto backends = composed_backends();
  REQUIRE(backends.size() == kernels().size() * policies().size());
  for (const auto& backend : backends) {
    INFO(backend.declaration.name);
    CHECK(declaration_from_json(declaration_to_json(backend.declaration), "") == backend.declaration);
    CHECK(backend.declaration.empty_row.count("*") == 1);
  }
  CHECK(std::is_sorted(backends.begin(), backends.end(), [](const Backend& a, const Backend& b) {
    return a.declaration.name < b.declaration.name;
  }));
}

TEST_CASE("plain@exact declares what its parts can do, and kinds of cache only with an implementation") {
  const Declaration declaration = compose(plain(), exact(), caches_of(exact())).declaration;
  CHECK(declaration.name == "plain@exact");
  for (const std::string feature :
       {"dtype.bf16", "cache.none", "cache.static-sliding", "cache.cross", "mask.blocks", "form.additive-inf",
        "mask_shape.qk", "mask_dtype.f64", "pad.bits", "unfilled.nan", "flag.false", "crop", "gqa", "alibi"})
    CHECK(has(declaration, feature));
  for (const std::string_view kind : names_of<CacheKind>())
    CHECK(has(declaration, "cache." + std::string(kind)));
  const Declaration bare = compose(plain(), exact(), {}).declaration;
  for (const std::string feature : {"cache.none", "cache.dynamic", "crop", "reorder", "reset"})
    CHECK_FALSE(has(bare, feature));
}

TEST_CASE("a release gets no cache that its era lacked, whatever other backends have") {
  for (const Policy& policy : policies()) {
    if (policy.name.compare(0, 3, "hf-") != 0) continue;
    INFO(policy.name);
    const Declaration declaration = compose(plain(), policy, caches_of(policy)).declaration;
    for (const std::string kind : {"ring", "quantized", "paged", "sink"})
      CHECK_FALSE(has(declaration, "cache." + kind));
    CHECK(has(declaration, "cache.chunked") == (policy.name == "hf-4.57" || policy.name == "hf-5"));
  }
}

TEST_CASE("an operation that only some caches have is refused with the others") {
  auto caches = caches_of(exact());
  for (auto& cache : caches)
    if (cache.kind == CacheKind::static_) cache.operations = {"reorder"};
  const Declaration declaration = compose(plain(), exact(), caches).declaration;
  CHECK_FALSE(refusal_of(parse_line("steps=3,crop:1,1 cache=dynamic"), declaration));
  CHECK(refusal_of(parse_line("steps=3,crop:1,1 cache=static:4"), declaration)->reason ==
        "the cache static has no crop");
  CHECK(refusal_of(parse_line("steps=3,reset,1 cache=static:4"), declaration));
  CHECK_FALSE(refusal_of(parse_line("batch=2 steps=3,reorder:0/0,1 cache=static:4"), declaration));
}

TEST_CASE("a policy brings its own cache in place of the plain one of that kind") {
  Policy policy = exact();
  policy.caches = {"sliding"};
  const auto caches = caches_of(policy);
  CHECK(std::count_if(caches.begin(), caches.end(),
                      [](const CacheType& c) { return c.kind == CacheKind::sliding; }) == 1);
  CHECK(caches.size() == caches_of(exact()).size());
}

TEST_CASE("a part that names a feature which does not exist is a fault of ours") {
  Kernel kernel = plain();
  kernel.features.push_back("dtype.f8");
  CHECK_THROWS_AS(compose(kernel, exact(), {}), std::logic_error);
}

TEST_CASE("static and dynamic caches, and no cache at all, give the same bits") {
  for (const auto& backend : {compose(plain(), exact(), caches_of(exact()))}) {
    const auto whole = backend.run(request_of("steps=4 cache=none", {step_plan(0, 0, 4, {{0, 4}})}));
    const auto fixed = backend.run(request_of("steps=3,1 cache=static:6 unfilled=nan", static_plan));
    const auto grown = backend.run(request_of("steps=3,1 cache=dynamic", dynamic_plan));
    CHECK(out(fixed, 0) == out(grown, 0));
    CHECK(out(fixed, 1) == out(grown, 1));
    const auto all = out(whole, 0);
    CHECK(std::vector<double>(all.end() - 8, all.end()) == out(fixed, 1));
    CHECK(fixed.size() == 2);
  }
}

TEST_CASE("operations happen between the steps") {
  const auto backend = compose(plain(), exact(), caches_of(exact()));
  // After the crop, token 1 is fed again: what a case without the cropped tokens gives.
  const auto cropped =
      backend.run(request_of("steps=3,crop:1,1 cache=static:4",
                             {step_plan(0, 0, 3, {{0, 3}, {-1, 1}}), step_plan(1, 1, 1, {{0, 2}, {-1, 2}})}));
  const auto straight = backend.run(
      request_of("steps=1,1 cache=dynamic", {step_plan(0, 0, 1, {{0, 1}}), step_plan(1, 1, 1, {{0, 2}})}));
  CHECK(out(cropped, 1) == out(straight, 1));
  const std::vector<std::int64_t> swapped = {1, 0};
  const auto reordered =
      backend.run(request_of("batch=2 dim=1 steps=1,reorder:1/0,1 cache=dynamic data=constant mask=prefix:1",
                             {step_plan(0, 0, 1, {{0, 1}}, {0, 1}), step_plan(1, 1, 1, {{0, 2}}, swapped)}));
  CHECK(out(reordered, 1) == std::vector<double>{1, 1});
}

TEST_CASE("the kernel is given what the case says, in its layout and memory") {
  std::vector<KernelCall> calls;
  Kernel spy = plain();
  spy.run = [&](const KernelCall& call) {
    calls.push_back(call);
    return plain().run(call);
  };
  const auto backend = compose(spy, exact(), caches_of(exact()));
  backend.run(request_of("batch=2 heads=2/1 dim=4/2 steps=3 mask=band:1 scale=0.5 softcap=3 sink=0.1,1 "
                         "alibi=0.5 layout=sbhd memory=expanded "
                         "dtype=bf16",
                         {step_plan(0, 0, 3, {{0, 3}}, {0, 1})}));
  const KernelCall& call = calls.at(0);
  CHECK(call.scale == 0.5);
  CHECK(call.softcap == 3.0);
  CHECK(call.sink == std::vector<double>{0.10009765625, 1}); // 0.1 in bf16
  CHECK(call.bias->shape == std::array<std::int64_t, 4>{1, 2, 3, 3});
  CHECK(call.q.stride == std::array<std::int64_t, 4>{8, 4, 16, 1});
  CHECK(call.k.stride == std::array<std::int64_t, 4>{0, 4, 4, 1});
  CHECK(call.v.stride == std::array<std::int64_t, 4>{0, 2, 2, 1});
}

TEST_CASE("want_mask gives back what the kernel saw, the flag folded in") {
  const auto backend = compose(plain(), exact(), caches_of(exact()));
  auto request =
      request_of("batch=2 steps=3,1 cache=static:5", {step_plan(0, 0, 3, {{0, 3}, {-1, 2}}, {0, 1}),
                                                      step_plan(1, 3, 1, {{0, 4}, {-1, 1}}, {0, 1})});
  request.want_mask = true;
  const auto answer = backend.run(request);
  const Tensor& mask = *index_of(answer).at("mask.0");
  CHECK(mask.shape == std::vector<std::int64_t>{2, 1, 3, 5});
  const std::vector<double> row = {1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0};
  const auto bits = to_doubles(mask);
  CHECK(std::vector<double>(bits.begin(), bits.begin() + 15) == row);
  CHECK(std::vector<double>(bits.begin() + 15, bits.end()) == row);
  CHECK(to_doubles(*index_of(answer).at("mask.1")) == std::vector<double>{1, 1, 1, 1, 0, 1, 1, 1, 1, 0});
}

TEST_CASE("a case outside the declaration is refused by its feature") {
  const auto backend = compose(plain(), exact(), {});
  try {
    backend.run(request_of("steps=3,1 cache=dynamic", dynamic_plan));
    FAIL("it ran");
  } catch (const Refused& refusal) {
    CHECK(refusal.feature == "cache.dynamic");
  }
}

TEST_CASE("what a kernel throws is told with its step, what a policy refuses is a refusal") {
  Kernel kernel = plain();
  kernel.run = [calls = 0](const KernelCall& call) mutable {
    if (calls++ == 1) throw std::runtime_error("no such kernel");
    return plain().run(call);
  };
  try {
    compose(kernel, exact(), caches_of(exact())).run(request_of("steps=3,1 cache=dynamic", dynamic_plan));
    FAIL("it ran");
  } catch (const Threw& error) {
    CHECK(error.step == 1);
    CHECK(std::string(error.what()) == "no such kernel");
  }
  Policy policy = exact();
  policy.arguments = [](const PolicyInput&) -> Arguments { throw Refused("not this one", "flag.true"); };
  CHECK_THROWS_AS(
      compose(plain(), policy, caches_of(policy)).run(request_of("steps=3,1 cache=dynamic", dynamic_plan)),
      Refused);
}

TEST_CASE("a request that does not fit its case is not run") {
  const auto backend = compose(plain(), exact(), caches_of(exact()));
  auto request = request_of("steps=3,1 cache=dynamic", dynamic_plan);
  SECTION("a tensor is missing") { request.tensors.pop_back(); }
  SECTION("a shape is wrong") { request.tensors[0].tensor = zeros(Element::f32, {1, 1, 2, 8}); }
  SECTION("a dtype is wrong") { request.tensors[0].tensor = zeros(Element::f64, {1, 1, 3, 8}); }
  SECTION("a step of the plan is missing") { request.plan.pop_back(); }
  SECTION("a step of the plan is one too many") { request.plan.push_back(step_plan(2, 4, 1, {{0, 5}})); }
  SECTION("steps are out of order") { std::swap(request.plan[0], request.plan[1]); }
  SECTION("the plan has other tokens") { request.plan[1].fresh = 2; }
  SECTION("a sequence that does not exist") { request.plan[1].sequence = {1}; }
  SECTION("too few sequences") { request.plan[1].sequence = {}; }
  SECTION("a mask that is not there") { request.value.form = Form::boolean; }
  SECTION("a padding mask as wide as the slots") {
    request = request_of("steps=3,1 cache=static:6", static_plan);
    request.value.form = Form::padding;
    request.tensors.push_back({"mask.0", zeros(Element::boolean, {1, 6})});
    request.tensors.push_back({"mask.1", zeros(Element::boolean, {1, 6})});
  }
  CHECK_THROWS_AS(backend.run(request), InputError);
}

TEST_CASE("tensors that nobody asked for are ignored") {
  const auto backend = compose(plain(), exact(), caches_of(exact()));
  auto request = request_of("steps=3,1 cache=dynamic", dynamic_plan);
  request.tensors.push_back({"extra", zeros(Element::f32, {1})});
  CHECK(backend.run(request).size() == 2);
}

TEST_CASE("cross reads the encoder of the first step at every step") {
  const auto backend = compose(plain(), exact(), caches_of(exact()));
  const auto answer = backend.run(request_of("steps=2,1 cache=cross keys=3 data=constant",
                                             {step_plan(0, 0, 2, {{0, 3}}), step_plan(1, 2, 1, {{0, 3}})}));
  CHECK(out(answer, 1) == std::vector<double>(8, 1.0));
}
