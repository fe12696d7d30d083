// Attention by hand: small numbers whose softmax can be written down.
#include "reference/attention.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/slots.hpp"

#include <cmath>
#include <limits>

namespace attest::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Expected attend_with(const Case& in, std::int64_t step, const Cells& cells,
                     const std::string& profile = "math") {
  const std::vector<StepPlan> plan = plan_of(in);
  const Problem problem = problem_of(in);
  return attend(in, plan[step], problem[step], returned_at(in, plan, problem, step), cells,
                named_profile(profile));
}

Expected attend_right(const Case& in, std::int64_t step) {
  return attend_with(in, step, cells_of(in, plan_of(in)[step]));
}

/// One query at token N-1, of one channel 1, over N keys of one channel, all seen.
Expected attend_keys(const std::string& words, const std::vector<double>& k, const std::vector<double>& v) {
  const auto n = static_cast<std::int64_t>(k.size());
  const Case in = parse_line("dim=1 steps=1 mask=full keys=" + std::to_string(n) + " " + words);
  const StepPlan plan = plan_of(in).front();
  const Fed fed = {.q = array_of({1, 1, 1, 1}, 1),
                   .k = {.shape = {1, 1, n, 1}, .values = k},
                   .v = {.shape = {1, 1, n, 1}, .values = v}};
  return attend(in, plan, fed, {.k = fed.k, .v = fed.v}, cells_of(in, plan), named_profile("math"));
}

TEST_CASE("the contract's example, and its wrong answer when slot 2 is read as zeros") {
  const Case in = parse_line("dim=1 steps=1,1 cache=static:3 data=integers seed=6");
  CHECK(attend_right(in, 0).out.values == std::vector<double>{-2});
  CHECK(attend_right(in, 1).out.at(0, 0, 0, 0) == Approx(-1.6423912).epsilon(1e-7));
  const Cells all = {.batch = 1, .queries = 1, .slots = 3, .seen = {1, 1, 1}};
  CHECK(attend_with(in, 1, all).out.at(0, 0, 0, 0) == Approx(-0.2187446).epsilon(1e-6));
}

TEST_CASE("scale, softcap, alibi and sink each at its place") {
  const auto out = [](const std::string& words, const std::vector<double>& k, const std::vector<double>& v) {
    return attend_keys(words, k, v).out.values.front();
  };
  CHECK(out("", {std::log(3), 0}, {1, 0}) == Approx(0.75));              // 3 / (3 + 1)
  CHECK(out("scale=2", {std::log(3), 0}, {1, 0}) == Approx(0.9));        // 9 / (9 + 1)
  CHECK(out("scale=-1", {std::log(3), 0}, {1, 0}) == Approx(0.25));      // (1/3) / (1/3 + 1)
  CHECK(out("scale=0", {5, 0, 7}, {6, 0, 3}) == Approx(3));              // the mean
  CHECK(out("softcap=1", {2, 0}, {1, 0}) == Approx(0.7239274686640463)); // 1 / (1 + exp(-tanh 2))
  CHECK(out("scale=0 alibi=1", {5, 0}, {1, 0}) ==
        Approx(0.2689414213699951)); // 1 / (1 + e): bias -1 on key 0
  CHECK(out("scale=0 alibi=-1", {5, 0}, {1, 0}) == Approx(0.7310585786300049));
  CHECK(out("sink=0", {0}, {1}) == Approx(0.5));
  CHECK(out("sink=0", {std::log(2)}, {9}) == Approx(6));                     // 2 / (2 + 1)
  CHECK(out("sink=90", {0}, {1}) == Approx(std::exp(-90.0)).epsilon(1e-12)); // the sink is in the maximum
  CHECK(out("softcap=1 alibi=1", {2, 0}, {1, 0}) ==
        Approx(1 / (1 + std::exp(1 - std::tanh(2))))); // alibi after the cap
  CHECK(out("", {900, 0}, {1, 2}) == Approx(1));       // no overflow
}

TEST_CASE("a sink above all scores overflows nothing") {
  const Expected expected = attend_keys("sink=9999", {0}, {1});
  CHECK(expected.out.values.front() == 0);
  CHECK(std::isfinite(expected.bound.values.front()));
}

TEST_CASE("alibi uses absolute tokens, whatever slot they lie in") {
  const Case in = parse_line("dim=1 steps=3,2 cache=ring:4 mask=causal&window:2 scale=0 alibi=1");
  const Returned returned = {.k = array_of({1, 1, 4, 1}),
                             .v = {.shape = {1, 1, 4, 1}, .values = {1, 0, 0, 0}}}; // tokens 4 1 2 3
  const StepPlan plan = plan_of(in)[1];
  const Expected expected =
      attend(in, plan, problem_of(in)[1], returned, cells_of(in, plan), named_profile("math"));
  CHECK(expected.out.at(0, 0, 0, 0) == 0);                          // query 3 sees 2, 3
  CHECK(expected.out.at(0, 0, 1, 0) == Approx(0.7310585786300049)); // query 4 sees 3 with bias -1, and 4
}

TEST_CASE("query heads share kv heads in order, and have their own sink") {
  const Case in = parse_line("heads=4/2 dim=1 steps=1 sink=0,0,0,-9999");
  const StepPlan plan = plan_of(in).front();
  const Fed fed = {.q = array_of({1, 4, 1, 1}),
                   .k = array_of({1, 2, 1, 1}),
                   .v = {.shape = {1, 2, 1, 1}, .values = {10, 20}}};
  const Expected expected =
      attend(in, plan, fed, {.k = fed.k, .v = fed.v}, cells_of(in, plan), named_profile("math"));
  CHECK(expected.out.values == std::vector<double>{5, 5, 10, 20});
}

TEST_CASE("a row that sees nothing") {
  const Expected bare = attend_right(parse_line("steps=1 pad=left:1"), 0);
  // Under eager the sink's own error, 40 * 2^-8, would make it ill-conditioned; but 0 is exact.
  const Case padded = parse_line("steps=1 pad=left:1 sink=40 dtype=bf16");
  const Expected sink = attend_with(padded, 0, cells_of(padded, plan_of(padded)[0]), "eager");
  for (std::size_t c = 0; c < 8; ++c) {
    CHECK(std::isnan(bare.out.values[c]));
    CHECK(bare.bound.values[c] == infinity);
    CHECK(sink.out.values[c] == 0);
    CHECK(sink.bound.values[c] == 0x1p-126);
  }
  CHECK(bare.max_d.values == std::vector<double>{0});
}

TEST_CASE("what is not seen is not read") {
  for (const double value : attend_right(parse_line("steps=2,1 cache=static:4 unfilled=nan"), 1).out.values)
    CHECK(std::isfinite(value));
  const Case in = parse_line("steps=2,1 cache=static:4 unfilled=nan");
  const Expected wrong = attend_with(in, 1, {.batch = 1, .queries = 1, .slots = 4, .seen = {1, 1, 1, 1}});
  CHECK(std::isnan(wrong.out.values.front()));
  CHECK(wrong.bound.values.front() == infinity);
}

TEST_CASE("the bound by hand") {
  // scale=0: S = r = s = 0, so d = 2 t_scores + exp; o = 0, sum p|v| = sum p|v-o| = 1, sum |v| = 2, N = 2.
  const double d = 2 * 0x1p-126 + 0x1p-20;
  const double first = 0x1p-24 * 1 + 1 * d + (2 * 2 + 8) * 0x1p-24 * 1;
  const Expected expected = attend_keys("scale=0", {3, 4}, {1, -1});
  CHECK(expected.out.values.front() == 0);
  CHECK(expected.max_d.values.front() == Approx(d).epsilon(1e-15));
  CHECK(expected.bound.values.front() ==
        Approx(std::exp(2 * d) * first + 0x1p-126 + 2 * 0x1p-126 * 2).epsilon(1e-14));
  // A sink of 0 and one key: p = 1/2, o = 2, sum p|v| = 2, sum p|v-o| = 1, sum |v| = 4, N = 1; d_snk = exp.
  const double with_sink = 0x1p-24 * 2 + 0x1p-24 * 2 + 1 * d + (2 + 8) * 0x1p-24 * 2 + 0.5 * 2 * 0x1p-20;
  CHECK(attend_keys("scale=0 sink=0", {3}, {4}).bound.values.front() ==
        Approx(std::exp(2 * d) * with_sink).epsilon(1e-14));
}

TEST_CASE("huge scores are ill-conditioned") {
  const Expected expected = attend_keys("scale=10000 dtype=bf16", {100, 90}, {1, 2});
  CHECK(expected.max_d.values.front() > 0.1);
  CHECK(expected.bound.values.front() == infinity);
}

TEST_CASE("uniform is the mean over all returned slots") {
  const Case in = parse_line("dim=1 heads=2/1 steps=1,2 cache=static:4 unfilled=canary");
  const Returned returned = {.k = array_of({1, 1, 4, 1}, 5),
                             .v = {.shape = {1, 1, 4, 1}, .values = {3, -1, 2, 1024}}};
  const Expected expected = uniform(in, plan_of(in)[1], returned, named_profile("math"));
  CHECK(expected.out.shape == std::array<std::int64_t, 4>{1, 2, 2, 1});
  CHECK(expected.out.values == std::vector<double>(4, 257));
  // weights 1/4, scores 0: d = 2 t + exp; sum p|v| = 257.5, sum p|v-o| = (254+258+255+767)/4 = 383.5, sum |v|
  // = 1030, N = 4
  const double d = 2 * 0x1p-126 + 0x1p-20;
  const double first = 0x1p-24 * 257 + 0x1p-24 * 257.5 + 383.5 * d + (2 * 4 + 8) * 0x1p-24 * 257.5;
  CHECK(expected.bound.at(0, 1, 1, 0) == Approx(std::exp(2 * d) * first).epsilon(1e-14));
  const Case none = parse_line("steps=1 keys=0");
  const Expected empty =
      uniform(none, plan_of(none)[0], {.k = array_of({1, 1, 0, 8}), .v = array_of({1, 1, 0, 8})},
              named_profile("math"));
  CHECK(std::isnan(empty.out.values.front()));
}

} // namespace
} // namespace attest::reference
