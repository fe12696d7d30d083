// Mistakes in numbers and in rows that see nothing, and all verdicts but disagrees.
#include "harness/fake.test.hpp"
#include "harness/question.hpp"

using namespace attest;
using namespace attest::testing;
using reports::Verdict;

namespace {

Judgement judged_as(const std::string& line, std::function<void(Case&)> change) {
  return judge_line(line, {.value = std::move(change)});
}

/// The values of query head h are those of kv head map(h).
Fake heads_of(std::function<std::int64_t(std::int64_t)> map) {
  return {.out = [map](const Case&, const StepPlan&, Array4& out) {
    const Array4 right = out;
    for (std::int64_t h = 0; h < out.shape[1]; ++h)
      for (std::int64_t i = 0; i < out.shape[2]; ++i)
        for (std::int64_t c = 0; c < out.shape[3]; ++c) out.at(0, h, i, c) = right.at(0, map(h), i, c);
  }};
}

harness::Ask breaking(Observation observation) {
  return [observation](const std::vector<Request>& requests) {
    std::vector<Observation> all(requests.size(),
                                 Observation{.result = harness::NotAsked{}, .stderr_text = ""});
    all.front() = observation;
    return all;
  };
}

Judgement broken(Observation observation) {
  return harness::judge_with(reference::read_line("steps=2"), able(), breaking(std::move(observation)));
}

} // namespace

TEST_CASE("rows that see nothing hold what the backend declares, exactly") {
  const std::string line = "steps=3 keys=2";
  const auto kind = [&](EmptyRow declared, EmptyRow held) {
    const Judgement judgement = judge_line(line, {.empty_row = held}, able(declared));
    CHECK(judgement.verdict == (declared == held ? Verdict::agrees : Verdict::disagrees));
    return judgement.kind;
  };
  for (const EmptyRow policy : {EmptyRow::zero, EmptyRow::nan, EmptyRow::mean})
    CHECK(kind(policy, policy).empty());
  CHECK(kind(EmptyRow::zero, EmptyRow::nan) == "row.nan");
  CHECK(kind(EmptyRow::mean, EmptyRow::zero) == "row.zero");
  CHECK(kind(EmptyRow::nan, EmptyRow::zero) == "row.zero");
  CHECK(kind(EmptyRow::zero, EmptyRow::mean) == "row.uniform");
  const Fake seven = {.out = [](const Case&, const StepPlan&, Array4& out) {
    for (std::int64_t c = 0; c < out.shape[3]; ++c) out.at(0, 0, 0, c) = 7;
  }};
  const Judgement value = judge_line(line, seven);
  CHECK(value.kind == "row.value");
  CHECK(value.sentence == "query 0 of batch 0 sees nothing and must hold zeros, but holds something else");
  REQUIRE(value.evidence.size() == 1);
  CHECK(value.evidence[0].value->actual == 7);
}

TEST_CASE("a row that sees nothing: other verdicts") {
  CHECK(judge_line("steps=3 keys=2", {}, able(EmptyRow::unspecified)).verdict == Verdict::unspecified);
  // With a sink it is 0 whatever the policy.
  const std::string with_sink = "steps=3 keys=2 sink=1";
  CHECK(judge_line(with_sink, {.empty_row = EmptyRow::nan}, able(EmptyRow::nan)).verdict == Verdict::agrees);
  const Fake poisoned = {.out =
                             [](const Case&, const StepPlan&, Array4& out) {
                               for (std::int64_t c = 0; c < out.shape[3]; ++c)
                                 out.at(0, 0, 0, c) = std::numeric_limits<double>::quiet_NaN();
                             },
                         .empty_row = EmptyRow::nan};
  CHECK(judge_line(with_sink, poisoned, able(EmptyRow::nan)).kind == "row.nan");
  // A wrong row that sees something takes precedence.
  const Fake leaking = {.cells = [](const Case&, const StepPlan&, Cells& cells) { cells.at(0, 1, 1) = 1; },
                        .empty_row = EmptyRow::mean};
  CHECK(judge_line("steps=3 keys=2", leaking).kind == "leak.future");
}

TEST_CASE("the mean over slots that were freed is nobody's promise") {
  const auto policy_of = [](const std::string& line) {
    return harness::question_of(reference::read_line(line), able(EmptyRow::mean)).empty_row;
  };
  CHECK(policy_of("steps=3,1 cache=static:5 pad=left:3 rows=all") == EmptyRow::mean);
  CHECK(policy_of("steps=3,crop:1,1 cache=dynamic pad=left:3 rows=all") == EmptyRow::mean);
  CHECK(policy_of("steps=3,crop:1,1 cache=static:4 pad=left:3 rows=all") == EmptyRow::unspecified);
  CHECK(policy_of("steps=3,reset,1 cache=ring:4 pad=left:3 rows=all") == EmptyRow::unspecified);
}

TEST_CASE("nan in a row that sees something comes before everything else") {
  Fake fake = with_mask("full");
  fake.out = [](const Case&, const StepPlan&, Array4& out) {
    out.at(0, 0, 1, 3) = std::numeric_limits<double>::quiet_NaN();
  };
  const Judgement judgement = judge_line("steps=3", fake);
  CHECK(judgement.kind == "nonfinite");
  CHECK(judgement.oracle == "nonfinite");
  CHECK(judgement.sentence == "query 1 of batch 0 holds nan although it sees something");
  REQUIRE(judgement.rho); // the other rows are within the bound, and must not hide the nan
  CHECK(*judgement.rho == std::numeric_limits<double>::infinity());
  const Judgement poison = judge_line("steps=1 cache=static:2 unfilled=nan",
                                      {.cells = [](const Case& value, const StepPlan&, Cells& cells) {
                                        if (value.unfilled == Unfilled::nan) cells.at(0, 0, 1) = 1;
                                      }});
  CHECK(poison.kind == "nonfinite");
}

TEST_CASE("heads") {
  const Judgement map = judge_line("heads=4/2 steps=3", heads_of([](std::int64_t h) { return (h % 2) * 2; }));
  CHECK(map.kind == "head_map");
  CHECK(map.oracle == "heads");
  REQUIRE(map.evidence.size() == 6);
  CHECK(map.evidence[0].head == 1);
  CHECK(map.evidence[0].value->kv_head == 0);
  CHECK(map.evidence[0].value->actual == 2);
  CHECK(map.sentence == "query 0 of batch 0 and head 1 reads kv head 1 instead of 0 (and 5 more rows)");
  const Fake mixed = {.out = [](const Case&, const StepPlan&, Array4& out) {
    for (std::int64_t c = 0; c < out.shape[3]; ++c)
      out.at(0, 0, 0, c) = (out.at(0, 0, 0, c) + out.at(0, 1, 0, c)) / 2;
  }};
  CHECK(judge_line("heads=2 steps=1", mixed).kind == "leak.head");
}

TEST_CASE("a rounding too many is no mixture of heads") {
  const Fake coarse = {.out = [](const Case&, const StepPlan&, Array4& out) {
    for (double& x : out.values)
      if (x == 2) x += 3e-6; // what kv head 1 holds in the probe, about twice the bound off: 13 steps in f32
  }};
  const Judgement judgement = judge_line("heads=2 steps=1", coarse);
  CHECK(judgement.oracle == "heads");
  CHECK(judgement.kind == "precision");
  CHECK(judgement.sentence == "query 0 of batch 0 and head 1 holds 2.0000031 where kv head 1 gives 2");
}

TEST_CASE("numbers that are off are no unwritten slots") {
  const Fake coarse = {.out = [](const Case&, const StepPlan&, Array4& out) {
    for (double& x : out.values) x *= 1 - 1e-4;
  }};
  CHECK(judge_line("steps=3,1 cache=static:6", coarse).kind == "precision");
  CHECK(judge_line("steps=3,1 cache=static:6 sink=0.5", coarse).kind == "precision");
  const Fake counted = {.cells = [](const Case& value, const StepPlan& plan, Cells& cells) {
    // In the normaliser only, and only beside a sink: the probe sum alone meets that.
    if (!value.sink.empty() && plan.step == 1) cells.at(0, 0, cells.slots - 1) = 1;
  }};
  CHECK(judge_line("steps=3,1 cache=static:6 sink=0.5", counted).kind == "leak.unfilled");
}

TEST_CASE("an unwritten slot that a long row in bf16 hides is found by the zeros") {
  const Fake fake = {.cells = [](const Case&, const StepPlan& plan, Cells& cells) {
    if (plan.step == 1) cells.at(0, 0, cells.slots - 1) = 1;
  }};
  const Judgement judgement = judge_line("steps=300,1 cache=static:302 dtype=bf16", fake);
  CHECK(judgement.kind == "leak.unfilled");
  CHECK(judgement.oracle == "zeros");
  REQUIRE(judgement.evidence.size() == 1);
  REQUIRE(judgement.evidence[0].leaked.size() == 1);
  CHECK(judgement.evidence[0].leaked[0].slot == 301);
}

TEST_CASE("only the numbers are wrong") {
  CHECK(judged_as("steps=3", [](Case& value) { value.scale = 1.0; }).kind == "scale");
  CHECK(judged_as("steps=3 scale=0.5", [](Case& value) { value.scale.reset(); }).kind == "scale");
  CHECK(judged_as("steps=3", [](Case& value) { value.scale = 0.125; }).kind == "scale");
  CHECK(judged_as("steps=3 softcap=0.5", [](Case& value) { value.softcap.reset(); }).kind == "softcap");
  CHECK(judged_as("steps=3 sink=0.5", [](Case& value) { value.sink.clear(); }).kind == "sink");
  CHECK(judged_as("heads=2 steps=3 alibi=0.5,0.25", [](Case& value) { value.alibi.clear(); }).kind == "bias");
  CHECK(judged_as("steps=3 alibi=0.5", [](Case& value) {
          for (double& slope : value.alibi) slope = -slope;
        }).kind == "bias");
  const Fake coarse = {.out = [](const Case&, const StepPlan&, Array4& out) {
    for (double& x : out.values) x *= 1 + 1e-3;
  }};
  const Judgement precision = judge_line("steps=1 data=constant", coarse, [] {
    Declaration declaration = able();
    declaration.refuses = {{.all = {"unfilled.canary", "unfilled.zeros"}, .reason = "never"}};
    return declaration;
  }());
  CHECK(precision.verdict == Verdict::disagrees);
  CHECK(*precision.rho > 1);
  const Fake only_own = {.out = [](const Case& value, const StepPlan&, Array4& out) {
    if (value.softcap) out.at(0, 0, 2, 4) += 1e-3;
  }};
  const Judgement own = judge_line("steps=3 softcap=30", only_own);
  CHECK(own.kind == "precision");
  CHECK(own.oracle == "bound");
  REQUIRE(own.evidence.size() == 1);
  CHECK(own.evidence[0].query == 2);
  CHECK(own.evidence[0].value->channel == 4);
}

TEST_CASE("without probes the numbers alone name a mistake") {
  Declaration declaration = able();
  std::erase(declaration.features, "unfilled.zeros");
  const Judgement judgement = judge_line("steps=3 is_causal=false unfilled=canary",
                                         as_case([](Case& value) { value.is_causal.reset(); }), declaration);
  CHECK(judgement.kind == "flag.ignored");
  CHECK(judgement.impossible.size() ==
        3); // mask, zeros and sum; nothing is hidden, so the others have no question
  CHECK(judgement.actual.empty());
}

TEST_CASE("answers that are none") {
  using Kind = harness::Broken::Kind;
  const auto process = [](Kind kind, const std::string& message) {
    return broken({.result = harness::Broken{.kind = kind, .message = message}, .stderr_text = "last words"});
  };
  const Judgement crash = process(Kind::crash, "was killed by signal 9 (SIGKILL)");
  CHECK(crash.verdict == Verdict::broke);
  CHECK(crash.kind == "crash");
  CHECK(crash.oracle == "process");
  CHECK(crash.sentence == "the testee was killed by signal 9 (SIGKILL) while it answered");
  CHECK(crash.stderr_text == "last words");
  CHECK(process(Kind::timeout, "no whole reply within 30 s").sentence ==
        "the testee gave no whole reply within 30 s");
  CHECK(process(Kind::timeout, "").kind == "timeout");
  CHECK(process(Kind::protocol, "").kind == "protocol");
  const Judgement threw = broken(
      {.result = harness::ThrewAnswer{.error = "Traceback\nValueError: no\n", .step = 1}, .stderr_text = ""});
  CHECK(threw.kind == "throw");
  CHECK(threw.sentence == "the backend threw in step 1: ValueError: no");
  CHECK(threw.message == "Traceback\nValueError: no\n");
  CHECK(broken({.result = harness::RefusedAnswer{.reason = "no", .feature = ""}, .stderr_text = ""}).kind ==
        "refusal");
}

TEST_CASE("answers of the wrong shape or dtype") {
  const auto with = [](Tensor tensor) {
    const harness::Ask ask = [tensor](const std::vector<Request>& requests) {
      return std::vector<Observation>(
          requests.size(),
          {.result = Answer{.tensors = {{.name = "out.0", .tensor = tensor}}}, .stderr_text = ""});
    };
    return harness::judge_with(reference::read_line("steps=2"), able(), ask);
  };
  const Judgement shape = with(zeros(Element::f32, {1, 2, 1, 8}));
  CHECK(shape.verdict == Verdict::broke);
  CHECK(shape.kind == "shape");
  CHECK(shape.sentence == "out.0 has shape (1,2,1,8), expected (1,1,2,8)");
  CHECK(with(zeros(Element::f64, {1, 1, 2, 8})).kind == "dtype");
}

TEST_CASE("refused, and nobody is asked") {
  Declaration declaration = able();
  std::erase(declaration.features, "cache.static");
  const harness::Ask never = [](const std::vector<Request>&) -> std::vector<Observation> {
    throw std::logic_error("asked");
  };
  const Judgement judgement =
      harness::judge_with(reference::read_line("steps=1 cache=static:2"), declaration, never);
  CHECK(judgement.verdict == Verdict::refused);
  CHECK_FALSE(judgement.sentence.empty());
}

TEST_CASE("nothing to judge, or nothing that can be measured") {
  CHECK(judge_line("steps=2 pad=left:2", {}).verdict == Verdict::vacuous);
  CHECK(judge_line("steps=2 pad=left:2 rows=all", {}).verdict == Verdict::agrees);
  Declaration blind = able();
  std::erase(blind.features, "unfilled.zeros");
  CHECK(judge_line("steps=2 scale=100000 unfilled=canary", {}, blind).verdict == Verdict::vacuous);
  CHECK_FALSE(judge_line("steps=2 scale=100000 unfilled=canary", {}, blind).rho);
  CHECK(judge_line("steps=2 scale=100000", {}).verdict == Verdict::agrees);
}

TEST_CASE("a right answer agrees with itself to the last bit but one") {
  const Judgement judgement = judge_line("batch=2 heads=2 steps=3,2 cache=static:8 pad=left:1,0", {});
  CHECK(judgement.verdict == Verdict::agrees);
  REQUIRE(judgement.rho);
  CHECK(*judgement.rho < 1);
  CHECK(judgement.actual.size() == 2);
  CHECK(judgement.impossible.empty());
}
