// The loops and tiles of the seeded kernels without a fault: against numbers worked out by hand, and against
// the plain kernel.
#include "backends/registry.hpp"
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"
#include "backends/seeded/tiles.hpp"
#include "cases/testing.hpp"

#include <cmath>

using namespace attest;
using namespace attest::backends;

namespace {

View numbers(Element element, std::vector<std::int64_t> shape, const std::vector<double>& values) {
  return view_of(from_doubles(element, std::move(shape), values));
}

std::vector<double> wild(std::int64_t count, unsigned salt) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(2 * std::sin(static_cast<double>((i + 1) * (salt + 3)) * 0.7));
  return values;
}

/// Two query heads on one kv head, everything a call can have, 21 slots of which some are hidden.
KernelCall rich_call() {
  KernelCall call{.q = numbers(Element::f64, {1, 2, 5, 3}, wild(30, 1)),
                  .k = numbers(Element::f64, {1, 1, 21, 3}, wild(63, 2)),
                  .v = numbers(Element::f64, {1, 1, 21, 2}, wild(42, 3)),
                  .mask = make_view(Element::boolean, {1, 1, 5, 21}),
                  .scale = 0.7,
                  .softcap = 3,
                  .sink = {0.5, -1},
                  .bias = numbers(Element::f64, {1, 2, 5, 21}, wild(210, 4))};
  for (std::int64_t i = 0; i < 5; ++i)
    for (std::int64_t j = 0; j < 21; ++j) set(*call.mask, 0, 0, i, j, (i * j) % 3 != 1);
  return call;
}

void check_near(const View& a, const View& b) {
  const auto left = to_doubles(tensor_of(a));
  const auto right = to_doubles(tensor_of(b));
  REQUIRE(left.size() == right.size());
  for (std::size_t i = 0; i < left.size(); ++i) CHECK(std::fabs(left[i] - right[i]) < 1e-13);
}

/// One query of score log(weight) on each slot.
KernelCall weighted(const std::vector<double>& weights, const std::vector<double>& values) {
  std::vector<double> keys;
  for (const double weight : weights) keys.push_back(std::log(weight));
  const auto slots = static_cast<std::int64_t>(weights.size());
  return {.q = numbers(Element::f64, {1, 1, 1, 1}, {1}),
          .k = numbers(Element::f64, {1, 1, slots, 1}, keys),
          .v = numbers(Element::f64, {1, 1, slots, 1}, values)};
}

double answer(const Kernel& kernel, const KernelCall& call) { return get(kernel.run(call), 0, 0, 0, 0); }

} // namespace

TEST_CASE("arithmetic rounds every operation to its type") {
  CHECK(Arithmetic{Dtype::f64}(0.1) == 0.1);
  CHECK(Arithmetic{Dtype::f32}(0.1) == static_cast<double>(0.1F));
  CHECK(Arithmetic{Dtype::bf16}(257) == 256); // ties to even
  CHECK(Arithmetic{Dtype::f16}(-hidden<double>) == -hidden<double>);
}

TEST_CASE("the loops without a fault are the plain kernel") {
  const KernelCall call = rich_call();
  check_near(loop_kernel("loops", {}).run(call), kernel_named("plain").run(call));
  const Kernel summed = loop_kernel("one-pass", {.attend = one_pass(one_by_one)});
  check_near(summed.run(call), kernel_named("plain").run(call));
}

TEST_CASE("tiles and parts of any size are the plain kernel") {
  const KernelCall call = rich_call();
  for (const std::int64_t keys : {1, 4, 5, 32})
    for (const std::int64_t parts : {1, 2, 5}) {
      INFO(keys << " keys, " << parts << " parts");
      const Kernel kernel =
          loop_kernel("tiles", {.attend = tiled({.queries = 2, .keys = keys, .parts = parts})});
      check_near(kernel.run(call), kernel_named("plain").run(call));
      KernelCall flagged = call;
      flagged.is_causal = true;
      check_near(kernel.run(flagged), kernel_named("plain").run(flagged));
    }
}

TEST_CASE("results of parts are merged relative to the larger maximum") {
  const Arithmetic in{Dtype::f64};
  const Gathered small{.top = 0, .sum = 2, .out = {6}};
  const Gathered large{.top = std::log(4.0), .sum = 1, .out = {1}};
  const Gathered both = merged(in, small, large); // of the small one a quarter is left
  CHECK(both.top == std::log(4.0));
  CHECK(std::fabs(both.sum - 1.5) < 1e-15);
  CHECK(std::fabs(both.out[0] - 2.5) < 1e-15);
  const Gathered nothing{.out = {0}};
  CHECK(merged(in, nothing, large).sum == 1);
  CHECK(merged(in, nothing, nothing).sum == 0);
}

TEST_CASE("weights of tiles are rounded to the dtype only where that is asked") {
  // Weights 1 and exp(-1), in bf16 94/256; in the sum they stay as they are.
  const KernelCall call{.q = numbers(Element::bf16, {1, 1, 1, 1}, {1}),
                        .k = numbers(Element::bf16, {1, 1, 2, 1}, {0, -1}),
                        .v = numbers(Element::bf16, {1, 1, 2, 1}, {0, 1024})};
  const double sum = 1 + std::exp(-1.0);
  const auto with = [&](bool rounds) {
    return answer(loop_kernel("tiles", {.attend = tiled({.keys = 2, .rounds_weights = rounds})}), call);
  };
  CHECK(with(true) == round_to(Dtype::bf16, 1024 * 0.3671875 / sum));
  CHECK(with(false) == round_to(Dtype::bf16, 1024 * std::exp(-1.0) / sum));
}

TEST_CASE("a slot is shown with the score that it has without the mask, and hidden without a trace") {
  KernelCall call = weighted({1, 3, 4}, {8, 4, 2});
  call.mask = numbers(Element::boolean, {1, 1, 1, 3}, {1, 0, 0});
  const auto is_second = [](const LoopRow&, std::size_t slot) { return slot == 1; };
  CHECK(std::fabs(answer(loop_kernel("shows", {.score = showing(is_second)}), call) - 5) <
        1e-13); // (8+3*4)/4
  call.mask.reset();
  CHECK(std::fabs(answer(loop_kernel("hides", {.score = hiding(is_second)}), call) - 3.2) <
        1e-13); // (8+4*2)/5
}

TEST_CASE("the slot behind the last that is seen") {
  KernelCall call = weighted({1, 1, 1, 1}, {0, 0, 0, 0});
  LoopRow row{.call = call};
  row.scores = {hidden<double>, 0, hidden<double>, hidden<double>};
  CHECK(slot_behind(row) == 2);
  CHECK(first_seen(row) == 1);
  row.scores = {hidden<double>};
  CHECK(slot_behind(row) == 1);
  CHECK(first_seen(row) == 1);
}

TEST_CASE("flag and mask become numbers for every head") {
  KernelCall call = rich_call();
  call.mask.reset();
  call.is_causal = true;
  const View mask = additive_mask(call, -7);
  CHECK(mask.shape == std::array<std::int64_t, 4>{1, 2, 5, 21});
  visit_places(mask,
               [&](auto b, auto h, auto i, auto j) { CHECK(get(mask, b, h, i, j) == (j <= i ? 0 : -7)); });
}
