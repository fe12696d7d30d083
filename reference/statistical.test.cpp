// The statistical bound's terms with numbers that can be added up by hand, and where it stands aside.
#include "reference/statistical.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/attention.hpp"
#include "reference/slots.hpp"

#include <cmath>

namespace attest::reference {
namespace {

TEST_CASE("three times the variance of a score is the sum of its roundings squared") {
  const Score score = {.size = 99, .raw = -6, .capped = 4, .bias = 2, .final = 8};
  Rounding r = {.u_scores = 0.5, .u_acc = 9, .t_scores = 1, .score_roundings = 2, .exp = 2, .dot = 9};
  CHECK(score_variance3(r, score) == 2 * (3 + 1) * (3 + 1) + 3 * 2 * 2);
  r.softcap = 7; // + 4 * (0.5*4)^2
  CHECK(score_variance3(r, score) == 44 + 16);
  r.alibi = true; // + 3 * (0.5*2)^2 + (0.5*8)^2
  CHECK(score_variance3(r, score) == 60 + 3 + 16);
}

TEST_CASE("what stays in acc, the output and a stored scaled q do not cancel") {
  const Rounding r = {.u_out = 1,
                      .u_p = 1,
                      .u_scores = 1,
                      .u_acc = 0.5,
                      .t_out = 1,
                      .t_p = 1,
                      .t_scores = 1,
                      .u_scaled_q = 1,
                      .score_roundings = 2,
                      .exp = 1,
                      .dot = 1};
  const Rounding rest = without_stored(r);
  CHECK(rest.u_out == 1.01);
  CHECK(rest.u_p == 0);
  CHECK(rest.t_p == 1);
  CHECK(score_error(rest, {.size = 4, .raw = 100, .final = 6}, 8) == 4 + 4 + 0.5 * 2);
}

/// Four keys whose weights are all `weight`, with a score error of 1 in acc.
Row four_keys(const std::vector<double>& v, double weight) {
  Row row = row_of(1);
  row.scores.assign(4, {.size = 2});
  row.weights.assign(4, weight);
  for (const double& value : v) row.values.push_back(&value);
  sum_values(row);
  return row;
}

const Rounding rounding = {.u_out = 0.5, .u_p = 3, .u_acc = 0.25, .t_out = 7, .t_p = 1, .exp = 1, .dot = 0.5};

TEST_CASE("the statistical bound is the sum of its terms, and at most the hard one") {
  const std::vector<double> v = {3, 1, 3, 1};
  Row row = four_keys(v, 0.25); // o = m = 2, sum p|v| = 2, sum |v| = 8
  row.spread = {100};
  const RowError error = {.max_d = 0, .roundings = 1};
  // 1.01*0.5*2; 3*2; sum p|v-o|*0.5*2 = 1; (2*1+8)*0.25*2 = 5; t_out + t_p*8 = 15
  // 3 sigma^2 = 4 * (1/4)^2 * (3^2 + 3*1^2) * 1^2 = 3
  const double likely = 1.01 + 6 + 1 + 5 + 15 + 6.5;
  CHECK(statistical_bounds(rounding, error, row).front() == Approx(likely).epsilon(1e-15));
  row.spread = {1}; // hard: 0.5*2 + 3*2 + 1 + 5 + 15
  CHECK(statistical_bounds(rounding, error, row).front() == Approx(28).epsilon(1e-15));
}

TEST_CASE("values are centred on their own mean, and a sink shares the errors of the scores") {
  const std::vector<double> v = {3, 1, 3, 1};
  Row row = four_keys(v, 0.125); // o = 1, m = 2, sum p|v| = 1, sum |v| = 8
  row.sink = 0, row.sink_weight = 0.5;
  row.spread = {100};
  const RowError error = {.max_d = 0, .roundings = 1, .sink_share = 2};
  // 1.01*0.5*1; 3*1; 0.5/0.5 * (4*0.125*1) * 1; sum p|v-o|*1 = 0.5; 10*0.25*1; 2*1; 15
  // 3 sigma^2 = 4 * (1/8)^2 * 12 * 1^2 = 0.75
  const double likely = 0.505 + 3 + 0.5 + 0.5 + 2.5 + 2 + 15 + 6.5 * 0.5;
  CHECK(statistical_bounds(rounding, error, row).front() == Approx(likely).epsilon(1e-15));
}

TEST_CASE("a row that is ill-conditioned, or all sink, keeps the hard bound") {
  const std::vector<double> v = {3, 1, 3, 1};
  Row row = four_keys(v, 0.25);
  row.spread = {1};
  CHECK(std::isinf(statistical_bounds(rounding, {.max_d = 0.2, .roundings = 1}, row).front()));
  row.sink = 0, row.sink_weight = 1;
  CHECK(statistical_bounds(rounding, {.max_d = 0, .roundings = 1}, row).front() == Approx(28));
}

bool differs(const std::string& line, const std::string& profile) {
  const Case in = parse_line(line);
  const StepPlan plan = plan_of(in).front();
  const Fed fed = problem_of(in).front();
  const Expected expected =
      attend(in, plan, fed, {.k = fed.k, .v = fed.v}, cells_of(in, plan), named_profile(profile));
  for (std::size_t i = 0; i < expected.bound.values.size(); ++i)
    CHECK(expected.likely.values[i] <= expected.bound.values[i]);
  return expected.likely != expected.bound;
}

TEST_CASE("there is one only where many keys are seen and something is stored low") {
  CHECK(differs("steps=1 keys=32 dtype=f16", "eager"));
  CHECK_FALSE(differs("steps=1 keys=31 dtype=f16", "eager"));
  CHECK(differs("steps=1 keys=400 dtype=bf16", "flash"));
  CHECK_FALSE(differs("steps=1 keys=400 mask=causal&window:31 dtype=bf16", "flash"));
  CHECK_FALSE(differs("steps=1 keys=400 dtype=bf16", "math"));
  CHECK_FALSE(differs("steps=1 keys=400 dtype=f32", "eager"));
  CHECK_FALSE(differs("steps=1 keys=400 dtype=f64", "flash"));
}

} // namespace
} // namespace attest::reference
