// Our own kernels: against numbers worked out by hand, and against each other where no hand would do it.
#include "backends/registry.hpp"
#include "cases/testing.hpp"

#include <cmath>
#include <limits>

using namespace attest;
using namespace attest::backends;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

const Kernel& kernel(const std::string& name) {
  for (const auto& candidate : kernels())
    if (candidate.name == name) return candidate;
  throw std::logic_error("no kernel " + name);
}

View numbers(Element element, std::vector<std::int64_t> shape, const std::vector<double>& values) {
  return view_of(from_doubles(element, std::move(shape), values));
}

std::vector<double> answer(const std::string& name, const KernelCall& call) {
  return to_doubles(tensor_of(kernel(name).run(call)));
}

/// One query with q = 1 on slots whose keys are the logarithms of `weights`: the answer is their weighted
/// mean of `values`.
KernelCall weighted(const std::vector<double>& weights, const std::vector<double>& values) {
  std::vector<double> keys;
  for (const double weight : weights) keys.push_back(std::log(weight));
  const auto slots = static_cast<std::int64_t>(weights.size());
  return {.q = numbers(Element::f64, {1, 1, 1, 1}, {1}),
          .k = numbers(Element::f64, {1, 1, slots, 1}, keys),
          .v = numbers(Element::f64, {1, 1, slots, 1}, values)};
}

bool near(double a, double b) { return std::fabs(a - b) < 1e-12; }

/// Numbers without a pattern, between -2 and 2.
std::vector<double> wild(std::size_t count, unsigned salt) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(2 * std::sin(static_cast<double>((i + 1) * (salt + 3)) * 0.7));
  return values;
}

} // namespace

TEST_CASE("weights are exponentials of the scores") {
  const std::string name = GENERATE("plain", "flash");
  // (1*2 + 3*6) / 4
  CHECK(near(answer(name, weighted({1, 3}, {2, 6})).at(0), 5));
  auto scaled = weighted({1, 3}, {2, 6});
  scaled.scale = 2; // weights 1 and 9
  CHECK(near(answer(name, scaled).at(0), 5.6));
  scaled.scale = -1; // 1 and 1/3
  CHECK(near(answer(name, scaled).at(0), 3));
}

TEST_CASE("softcap, then bias, then mask") {
  const std::string name = GENERATE("plain", "flash");
  auto call = weighted({1, std::exp(50.0)}, {0, 1});
  call.softcap = 2; // 2 tanh(25) is 2, to the last bit
  const double e2 = std::exp(2.0);
  CHECK(near(answer(name, call).at(0), e2 / (1 + e2)));
  call.bias = numbers(Element::f64, {1, 1, 1, 2}, {2, 0});
  CHECK(near(answer(name, call).at(0), 0.5));
  call.mask = numbers(Element::f64, {1, 1, 1, 2}, {0, std::log(3.0)});
  CHECK(near(answer(name, call).at(0), 0.75));
}

TEST_CASE("a sink takes weight and gives nothing") {
  const std::string name = GENERATE("plain", "flash");
  auto call = weighted({1, 3}, {2, 6});
  call.sink = {std::log(6.0)};
  CHECK(near(answer(name, call).at(0), 2));
  call.sink = {1000};
  CHECK(answer(name, call).at(0) == 0);
  call.mask = numbers(Element::boolean, {1, 1, 1, 2}, {0, 0});
  CHECK(answer(name, call).at(0) == 0);
}

TEST_CASE("hidden slots do no harm, whatever they hold") {
  const std::string name = GENERATE("plain", "flash");
  auto call = weighted({1, 2, 3}, {1, not_a_number, 1});
  set(call.k, 0, 0, 1, 0, not_a_number);
  SECTION("by BOOL") { call.mask = numbers(Element::boolean, {1, 1, 1, 3}, {1, 0, 1}); }
  SECTION("by -inf") { call.mask = numbers(Element::f16, {1, 1, 1, 3}, {0, -infinity, 0}); }
  CHECK(near(answer(name, call).at(0), 1));
}

TEST_CASE("a NaN that is seen is not swallowed") {
  const std::string name = GENERATE("plain", "flash");
  CHECK(std::isnan(answer(name, weighted({1, 3}, {not_a_number, 6})).at(0)));
  CHECK(std::isnan(answer(name, weighted({not_a_number, not_a_number}, {1, 1})).at(0)));
}

TEST_CASE("the flag is top-left, and a mask beside it holds too") {
  const std::string name = GENERATE("plain", "flash");
  KernelCall call{.q = make_view(Element::f32, {1, 1, 3, 1}),
                  .k = make_view(Element::f32, {1, 1, 2, 1}),
                  .v = numbers(Element::f32, {1, 1, 2, 1}, {2, 4}),
                  .is_causal = true};
  CHECK(answer(name, call) == std::vector<double>{2, 3, 3});
  call.mask = numbers(Element::boolean, {1, 1, 3, 2}, {1, 1, 0, 1, 0, 0});
  CHECK(answer(name, call) == std::vector<double>{2, 4, 0});
}

TEST_CASE(
    "a row that sees nothing is zero for false and -inf, and for the lowest number what the numbers say") {
  const std::string name = GENERATE("plain", "flash");
  KernelCall call{.q = make_view(Element::f32, {1, 1, 1, 1}),
                  .k = make_view(Element::f32, {1, 1, 2, 1}),
                  .v = numbers(Element::f32, {1, 1, 2, 1}, {2, 4})};
  call.mask = make_view(Element::boolean, {1, 1, 1, 2});
  CHECK(answer(name, call).at(0) == 0);
  call.mask = numbers(Element::f32, {1, 1, 1, 2}, {-infinity, -infinity});
  CHECK(answer(name, call).at(0) == 0);
  call.mask = numbers(Element::f32, {1, 1, 1, 2}, {lowest(Dtype::f32), lowest(Dtype::f32)});
  CHECK(answer(name, call).at(0) == 3);
}

TEST_CASE("query heads share kv heads in blocks, v has its own size, masks broadcast") {
  const std::string name = GENERATE("plain", "flash");
  KernelCall call{.q = make_view(Element::f32, {2, 4, 1, 1}),
                  .k = make_view(Element::f32, {2, 2, 1, 1}),
                  .v = numbers(Element::f32, {2, 2, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8}),
                  .mask = numbers(Element::boolean, {1, 1, 1, 1}, {1})};
  CHECK(answer(name, call) == std::vector<double>{1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6, 7, 8, 7, 8});
  call.mask = numbers(Element::boolean, {2, 1, 1, 1}, {1, 0});
  CHECK(answer(name, call) == std::vector<double>{1, 2, 1, 2, 3, 4, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("no queries and no slots are safe") {
  const std::string name = GENERATE("plain", "flash");
  KernelCall call{.q = make_view(Element::f32, {1, 1, 0, 2}),
                  .k = make_view(Element::f32, {1, 1, 3, 2}),
                  .v = make_view(Element::f32, {1, 1, 3, 2})};
  CHECK(answer(name, call).empty());
  call.q = make_view(Element::f32, {1, 1, 2, 2});
  call.k = call.v = make_view(Element::f32, {1, 1, 0, 2});
  CHECK(answer(name, call) == std::vector<double>{0, 0, 0, 0});
}

TEST_CASE("calls whose parts do not fit are thrown back") {
  const std::string name = GENERATE("plain", "flash");
  auto call = weighted({1, 3}, {2, 6});
  SECTION("mask too narrow") { call.mask = make_view(Element::boolean, {1, 1, 1, 1}); }
  SECTION("mask too wide") { call.mask = make_view(Element::boolean, {1, 1, 1, 3}); }
  SECTION("bias of other heads") { call.bias = make_view(Element::f64, {1, 2, 1, 2}); }
  SECTION("v with other slots") { call.v = make_view(Element::f64, {1, 1, 3, 1}); }
  SECTION("k of another type") { call.k = make_view(Element::f32, {1, 1, 2, 1}); }
  SECTION("no kv head") { call.k = call.v = make_view(Element::f64, {1, 0, 2, 1}); }
  SECTION("two sinks for one head") { call.sink = {0, 0}; }
  CHECK_THROWS_AS(kernel(name).run(call), std::invalid_argument);
}

TEST_CASE("flash rounds its weights to the element type, the row sum keeps them") {
  // Weights 1 and exp(-1): in bf16 exp(-1) = 0.367879 is 94/256 = 0.3671875.
  const KernelCall call{.q = numbers(Element::bf16, {1, 1, 1, 1}, {1}),
                        .k = numbers(Element::bf16, {1, 1, 2, 1}, {0, -1}),
                        .v = numbers(Element::bf16, {1, 1, 2, 1}, {0, 1024})};
  const double sum = 1 + std::exp(-1.0);
  CHECK(answer("flash", call).at(0) == round_to(Dtype::bf16, 1024 * 0.3671875 / sum));
  CHECK(answer("plain", call).at(0) == round_to(Dtype::bf16, 1024 * std::exp(-1.0) / sum));
}

TEST_CASE("flash and plain agree across tile edges") {
  testing::property("flash is plain", [] {
    const std::int64_t queries = *rc::gen::inRange(1, 40);
    const std::int64_t slots = *rc::gen::inRange(1, 100);
    const auto salt = *rc::gen::inRange(0u, 50u);
    const auto q_count = static_cast<std::size_t>(2 * queries * 3);
    KernelCall call{
        .q = numbers(Element::f64, {1, 2, queries, 3}, wild(q_count, salt)),
        .k = numbers(Element::f64, {1, 1, slots, 3}, wild(static_cast<std::size_t>(slots * 3), salt + 1)),
        .v = numbers(Element::f64, {1, 1, slots, 2}, wild(static_cast<std::size_t>(slots * 2), salt + 2))};
    call.is_causal = *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) call.sink = {0.5, -1};
    if (*rc::gen::arbitrary<bool>()) {
      std::vector<double> bits;
      for (const double x : wild(static_cast<std::size_t>(queries * slots), salt + 5)) bits.push_back(x > 1);
      call.mask = numbers(Element::boolean, {1, 1, queries, slots}, bits);
    }
    const auto plain = answer("plain", call);
    const auto flash = answer("flash", call);
    RC_ASSERT(plain.size() == flash.size());
    for (std::size_t i = 0; i < plain.size(); ++i) RC_ASSERT(near(plain[i], flash[i]));
  });
}

TEST_CASE("where values lie in memory changes no bit") {
  const std::string name = GENERATE("plain", "flash");
  const auto element = GENERATE(Element::f32, Element::f16, Element::bf16);
  KernelCall call{.q = numbers(element, {2, 2, 5, 4}, wild(80, 1)),
                  .k = numbers(element, {2, 1, 37, 4}, wild(296, 2)),
                  .v = numbers(element, {2, 1, 37, 3}, wild(222, 3)),
                  .mask = numbers(Element::boolean, {1, 1, 5, 37}, std::vector<double>(185, 1))};
  set(*call.mask, 0, 0, 2, 30, 0);
  const auto expected = answer(name, call);
  for (const auto layout : {Layout::bhsd, Layout::bshd, Layout::sbhd, Layout::bhds})
    for (const auto memory : {Memory::plain, Memory::sliced}) {
      KernelCall moved = call;
      moved.q = arranged(call.q, layout, memory);
      moved.k = arranged(call.k, layout, memory);
      moved.v = arranged(call.v, layout, memory);
      moved.mask = arranged(*call.mask, Layout::bhsd, memory);
      CHECK(answer(name, moved) == expected);
    }
}
