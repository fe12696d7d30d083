// The bound's terms with numbers that can be added up by hand; bound_holds.test.cpp asks whether real
// roundings stay inside.
#include "reference/bound.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/row.hpp"

#include <cmath>
#include <limits>

namespace attest::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST_CASE("d_j is the sum of its terms") {
  const Score score = {.size = 8, .raw = 2, .capped = 6, .bias = 10, .final = 16};
  Rounding r = {.u_scores = 0.5, .u_acc = 0.25, .t_scores = 1, .score_roundings = 2, .exp = 3, .dot = 4};
  // 4*8 + 2*(0.5*2 + 1) + 0.25*|16-20| + 3
  CHECK(score_error(r, score, 20) == 32 + 4 + 1 + 3);
  r.u_scaled_q = 0.125; // + 0.125*8
  CHECK(score_error(r, score, 20) == 41);
  r.softcap = 7; // + 4*0.5*6 + 4*0.25*7
  CHECK(score_error(r, score, 20) == 41 + 12 + 7);
  r.alibi = true; // + 3*0.5*10 + 0.5*16
  CHECK(score_error(r, score, 20) == 60 + 15 + 8);
}

TEST_CASE("d_snk") {
  const Rounding r = {.u_scores = 0.5, .u_acc = 0.25, .exp = 3};
  CHECK(sink_error(r, -2, 6) == 0.5 * 2 + 0.25 * 8 + 3);
}

TEST_CASE("n counts keys in one pass, tiles otherwise") {
  CHECK(roundings_of_sum({.tile = 0}, 7, 9) == 7);
  CHECK(roundings_of_sum({.tile = 4}, 7, 9) == 4 + 3 * 3);
  CHECK(roundings_of_sum({.tile = 4}, 2, 8) == 2 + 3 * 2);
}

TEST_CASE("B is the sum of its terms") {
  const Rounding r = {.u_out = 0.5, .u_p = 0.25, .u_acc = 0.125, .t_out = 1, .t_p = 2};
  const Element element = {.out = -2, .weight = 4, .spread = 3, .total = 8};
  RowError row = {.max_d = 0, .roundings = 2, .sink_share = 0.5};
  // first = 0.5*2 + 0.25*4 + 3 + (2*2+8)*0.125*4 + 0.5*2 = 12;  t_out + t_p * 8 = 17
  CHECK(bound_of(r, row, element) == Approx(29).epsilon(1e-15));
  row.max_d = 0.05;
  CHECK(bound_of(r, row, element) == Approx(std::exp(0.1) * 12 + 17).epsilon(1e-15));
}

TEST_CASE("weights below the smallest f32 may be lost whatever p is stored as") {
  CHECK(bound_of({}, {}, {.total = 0x1p127}) == 2); // 2^-126 of each
}

TEST_CASE("the row's part of the bound: spread, the largest d, and the sink's share") {
  // Keys with p 1/2 and 1/4 and d = 0.5 |s - 8|: 4 and 2; o = 3, |v - o| = 1 and 5.
  const std::vector<double> v = {4, -2};
  Row row = row_of(1);
  row.values = {&v[0], &v[1]};
  row.weights = {0.5, 0.25};
  row.scores = {{.final = 0}, {.final = 4}};
  row.top = 8;
  row.out = {3};
  const RowError without = sum_errors({.u_acc = 0.5, .tile = 0}, row, 9);
  CHECK(row.spread.front() == 0.5 * 4 * 1 + 0.25 * 2 * 5);
  CHECK(without.max_d == 4);
  CHECK(without.roundings == 2);
  CHECK(without.sink_share == 0);
  row.sink = -2, row.sink_weight = 0.25; // d_snk = 0.5 |-2 - 8| = 5
  const RowError with = sum_errors({.u_acc = 0.5, .tile = 0}, row, 9);
  CHECK(with.max_d == 5);
  CHECK(with.sink_share == 0.25 * 5);
}

TEST_CASE("S counts every product by its size, r by its sign") {
  const std::vector<double> q = {1, -2}, k = {3, 4};
  const Score score = score_of({.scale = -0.5}, q, k.data(), 0);
  CHECK(score.size == 0.5 * (3 + 8));
  CHECK(score.raw == -0.5 * (3 - 8));
}

TEST_CASE("an ill-conditioned or not finite row has no bound") {
  const Element element = {.out = 1, .weight = 1, .spread = 0, .total = 1};
  CHECK(std::isfinite(bound_of({}, {.max_d = 0.1}, element)));
  CHECK(bound_of({}, {.max_d = 0.1000001}, element) == infinity);
  CHECK(bound_of({}, {.max_d = std::nan("")}, element) == infinity);
  CHECK(bound_of({}, {.max_d = 0}, {.out = std::nan("")}) == infinity);
}

TEST_CASE("a profile becomes numbers") {
  const Rounding eager =
      rounding_of(parse_line("dim=8 steps=1 dtype=bf16 softcap=3 alibi=1"), named_profile("eager"));
  CHECK(eager.u_out == 0x1p-8);
  CHECK(eager.u_p == 0x1p-8);
  CHECK(eager.u_scores == 0x1p-8);
  CHECK(eager.u_scaled_q == 0);
  CHECK(eager.u_acc == 0x1p-24);
  CHECK(eager.t_out == 0x1p-126);
  CHECK(eager.exp == 0x1p-20);
  CHECK(eager.dot == 14 * 0x1p-24 / (1 - 14 * 0x1p-24));
  CHECK(eager.softcap == 3.0);
  CHECK(eager.alibi);
  const Rounding flash = rounding_of(parse_line("steps=1 dtype=f16"), named_profile("flash"));
  CHECK(flash.u_p == 0x1p-11);
  CHECK(flash.t_p == 0x1p-25);
  CHECK(flash.u_scores == 0x1p-24);
  CHECK(flash.t_scores == 0x1p-126);
  CHECK(flash.exp == 0x1p-11);
  CHECK(flash.tile == 512);
  CHECK(!flash.softcap);
  CHECK(!flash.alibi);
  const Rounding exact = rounding_of(parse_line("steps=1 dtype=f64"), named_profile("math"));
  CHECK(exact.u_acc == 0x1p-53);
  CHECK(exact.t_out == 0x1p-1022);
  CHECK(exact.exp == 0x1p-48);
}

TEST_CASE("a scaled q that is stored costs a rounding, and a coarse acc may leave no bound") {
  Profile profile = named_profile("math");
  profile.scaled_q = Precision::io;
  CHECK(rounding_of(parse_line("steps=1 dtype=f16"), profile).u_scaled_q == 0x1p-11);
  profile.acc = Precision::bf16;
  CHECK(rounding_of(parse_line("steps=1 dim=250"), profile).dot == infinity); // 256 * 2^-8 = 1
}

} // namespace
} // namespace attest::reference
