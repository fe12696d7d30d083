// Where tensors come from: addresses of what is fed, and of what each slot gives back.
#include "cases/data.hpp"
#include "cases/line.hpp"
#include "cases/quantiser.hpp"
#include "cases/testing.hpp"
#include "reference/attention.hpp"
#include "reference/slots.hpp"

#include <cmath>

namespace attest::reference {
namespace {

struct Asked {
  TensorName tensor = TensorName::k;
  std::int64_t epoch = 0, row = 0, head = 0, token = 0;
};

/// Channel 1 of the data function.
double datum(const Case& in, const Asked& asked) {
  return value_of(in, {.seed = in.seed,
                       .tensor = asked.tensor,
                       .epoch = asked.epoch,
                       .row = asked.row,
                       .head = asked.head,
                       .token = asked.token,
                       .channel = 1});
}

Returned returned_by(const Case& in, std::int64_t step) {
  return returned_at(in, plan_of(in), problem_of(in), step);
}

TEST_CASE("a problem holds the data function's values") {
  const Case in = parse_line("batch=2 heads=4/2 dim=4/2 steps=3,crop:2,2 cache=dynamic seed=9");
  const Problem problem = problem_of(in);
  REQUIRE(problem.size() == 2);
  CHECK(problem[0].q.shape == std::array<std::int64_t, 4>{2, 4, 3, 4});
  CHECK(problem[1].k.shape == std::array<std::int64_t, 4>{2, 2, 2, 4});
  CHECK(problem[1].v.shape == std::array<std::int64_t, 4>{2, 2, 2, 2});
  CHECK(problem[0].q.at(1, 3, 2, 1) == datum(in, {.tensor = TensorName::q, .row = 1, .head = 3, .token = 2}));
  CHECK(problem[1].q.at(1, 3, 1, 1) ==
        datum(in, {.tensor = TensorName::q, .epoch = 1, .row = 1, .head = 3, .token = 3}));
  CHECK(problem[1].k.at(0, 1, 0, 1) ==
        datum(in, {.tensor = TensorName::k, .epoch = 1, .head = 1, .token = 2}));
  CHECK(problem[1].v.at(1, 0, 1, 1) ==
        datum(in, {.tensor = TensorName::v, .epoch = 1, .row = 1, .token = 3}));
}

TEST_CASE("without a cache queries start at the offset and all keys are fed") {
  const Case in = parse_line("steps=3 keys=2");
  const Problem problem = problem_of(in);
  CHECK(problem[0].q.at(0, 0, 0, 1) == datum(in, {.tensor = TensorName::q, .token = -1}));
  CHECK(problem[0].k.shape == std::array<std::int64_t, 4>{1, 1, 2, 8});
  CHECK(problem[0].k.at(0, 0, 1, 1) == datum(in, {.token = 1}));
}

TEST_CASE("expanded memory repeats row 0 of k and v") {
  const Case in = parse_line("batch=2 steps=2 memory=expanded");
  const Problem problem = problem_of(in);
  CHECK(problem[0].k.at(1, 0, 1, 1) == datum(in, {.row = 0, .token = 1}));
  CHECK(problem[0].v.at(1, 0, 1, 1) == datum(in, {.tensor = TensorName::v, .row = 0, .token = 1}));
  CHECK(problem[0].q.at(1, 0, 1, 1) == datum(in, {.tensor = TensorName::q, .row = 1, .token = 1}));
}

TEST_CASE("the encoder is fed once and moves with its sequence") {
  const Case in = parse_line("batch=2 steps=2,reorder:1/0,1,reset,1 cache=cross keys=3");
  const Problem problem = problem_of(in);
  CHECK(problem[0].k.shape == std::array<std::int64_t, 4>{2, 1, 3, 8});
  CHECK(problem[1].k.values.empty());
  CHECK(problem[2].q.at(0, 0, 0, 1) == datum(in, {.tensor = TensorName::q, .epoch = 1, .token = 0}));
  CHECK(returned_by(in, 1).k.at(0, 0, 2, 1) == datum(in, {.row = 1, .token = 2}));
  CHECK(returned_by(in, 2).k.at(0, 0, 2, 1) == datum(in, {.row = 0, .token = 2}));
}

TEST_CASE("a slot holds what was fed last for its token, by the row that fed it") {
  const Case in = parse_line("batch=2 steps=3,reorder:1/1,1,crop:3,2 cache=paged:4");
  const Returned step1 = returned_by(in, 1);
  CHECK(step1.k.at(0, 0, 2, 1) == datum(in, {.row = 1, .token = 2}));
  CHECK(step1.k.at(0, 0, 3, 1) == datum(in, {.row = 0, .token = 3}));
  CHECK(step1.k.at(1, 0, 3, 1) == datum(in, {.row = 1, .token = 3}));
  const Returned step2 = returned_by(in, 2);
  CHECK(step2.k.at(0, 0, 2, 1) == datum(in, {.row = 1, .token = 2}));
  CHECK(step2.k.at(0, 0, 3, 1) == datum(in, {.epoch = 1, .row = 0, .token = 3}));
  CHECK(step2.k.at(0, 0, 5, 1) == 0);
}

TEST_CASE("a ring returns its slots in physical order") {
  const Case in = parse_line("steps=3,2 cache=ring:4 mask=causal&window:3");
  const Returned returned = returned_by(in, 1);
  CHECK(returned.k.at(0, 0, 0, 1) == datum(in, {.token = 4}));
  CHECK(returned.v.at(0, 0, 1, 1) == datum(in, {.tensor = TensorName::v, .token = 1}));
}

TEST_CASE("unwritten slots hold what unfilled says") {
  const std::string line = "steps=1 cache=static:2 unfilled=";
  const Returned zeros = returned_by(parse_line(line + "zeros"), 0);
  CHECK(zeros.k.at(0, 0, 1, 1) == 0);
  CHECK(zeros.v.at(0, 0, 1, 1) == 0);
  const Returned canary = returned_by(parse_line(line + "canary"), 0);
  CHECK(canary.k.at(0, 0, 1, 1) == 0);
  CHECK(canary.v.at(0, 0, 1, 1) == 1024);
  const Returned nan = returned_by(parse_line(line + "nan"), 0);
  CHECK(std::isnan(nan.k.at(0, 0, 1, 1)));
  CHECK(std::isnan(nan.v.at(0, 0, 1, 1)));
}

TEST_CASE("only tokens of earlier steps pass the quantiser") {
  const Case in = parse_line("steps=2,1 cache=quantized:2 dtype=bf16");
  const Problem problem = problem_of(in);
  const Returned returned = returned_by(in, 1);
  std::vector<double> old(problem[0].v.values.begin() + 8, problem[0].v.values.end()); // token 1
  quantise(old, 2, Dtype::bf16);
  CHECK(old != std::vector<double>(problem[0].v.values.begin() + 8, problem[0].v.values.end()));
  for (std::int64_t c = 0; c < 8; ++c) {
    CHECK(returned.v.at(0, 0, 1, c) == old[c]);
    CHECK(returned.v.at(0, 0, 2, c) == problem[1].v.at(0, 0, 0, c));
    CHECK(returned_by(in, 0).k.at(0, 0, 1, c) == problem[0].k.at(0, 0, 1, c));
  }
}

} // namespace
} // namespace attest::reference
