// What an undeclared case may be answered with, and what becomes of a wrong answer.
#include "harness/declared.hpp"

#include "harness/fake.test.hpp"

using namespace attest;
using namespace attest::testing;
using harness::Ask;
using harness::judge_undeclared;
using reports::Verdict;

namespace {

Declaration without(const std::string& feature) {
  Declaration declaration = able();
  std::erase(declaration.features, feature);
  return declaration;
}

Judgement asked(const std::string& line, const Declaration& declaration, const Ask& ask) {
  return judge_undeclared(reference::read_line(line), declaration, ask);
}

/// Answers every request with this.
Ask always(const decltype(Observation::result)& result) {
  return [result](const std::vector<Request>& requests) {
    return std::vector<Observation>(requests.size(), {.result = result, .stderr_text = ""});
  };
}

const Fake ignores_sink = {.value = [](Case& value) { value.sink.clear(); }};

} // namespace

TEST_CASE("a wrong answer to what was not declared is of class declaration") {
  const Judgement judgement = asked("steps=4 sink=1", without("sink"), asking(ignores_sink));
  CHECK(judgement.verdict == Verdict::disagrees);
  CHECK(judgement.kind == "declaration");
  CHECK(judgement.also == std::vector<std::string>{"sink"});
  CHECK(judgement.feature == "sink");
  CHECK(judgement.oracle == "sum");
  CHECK_FALSE(judgement.evidence.empty());
  CHECK_THAT(judgement.sentence,
             Catch::Matchers::StartsWith("it does not declare sink, yet it answered, and "
                                         "wrongly: the numbers are those without the sink"));
}

TEST_CASE("limits and combinations are declarations too") {
  Declaration declaration = able();
  declaration.refuses = {
      {.all = {"form.bool", "flag.true"}, .reason = "mask and is_causal exclude each other"}};
  const Fake ignores_mask = as_case([](Case& value) { value.mask = parse_mask("full"); });
  const Judgement both =
      asked("steps=4 mask=window:2 form=bool is_causal=true", declaration, asking(ignores_mask));
  CHECK(both.kind == "declaration");
  CHECK(both.also.front() == "leak.window");
  CHECK_FALSE(both.feature);
  CHECK_THAT(both.sentence, Catch::Matchers::StartsWith("mask and is_causal exclude each other, yet it"));
  declaration.limits.tokens_max = 3;
  CHECK(asked("steps=4", declaration, asking(with_mask("full"))).kind == "declaration");
}

TEST_CASE("a right answer, a refusal and an exception keep the promise") {
  const Declaration declaration = without("sink");
  const Judgement right = asked("steps=4 sink=1", declaration, asking({}));
  CHECK(right.verdict == Verdict::agrees);
  CHECK(right.kind.empty());
  const auto refusal = harness::RefusedAnswer{.reason = "no sinks here", .feature = "sink"};
  for (const auto& ask : {always(refusal), always(harness::ThrewAnswer{.error = "no sinks", .step = {}})}) {
    const Judgement kept = asked("steps=4 sink=1", declaration, ask);
    CHECK(kept.verdict == Verdict::refused);
    CHECK(kept.kind.empty());
    CHECK(kept.oracle.empty());
    CHECK(kept.message);
  }
}

TEST_CASE("a process that breaks stays broken, a wrong shape is a wrong answer") {
  using harness::Broken;
  const auto of = [](Broken::Kind kind) {
    return asked("steps=4 sink=1", without("sink"), always(Broken{.kind = kind, .message = "it did"}));
  };
  CHECK(of(Broken::Kind::crash).kind == "crash");
  CHECK(of(Broken::Kind::timeout).kind == "timeout");
  CHECK(of(Broken::Kind::protocol).kind == "protocol");
  CHECK(of(Broken::Kind::crash).verdict == Verdict::broke);
  const harness::Answer flat{.tensors = {{.name = "out.0", .tensor = zeros(Element::f32, {1})}}};
  const Judgement shape = asked("steps=4 sink=1", without("sink"), always(flat));
  CHECK(shape.verdict == Verdict::disagrees);
  CHECK(shape.kind == "declaration");
  CHECK(shape.also == std::vector<std::string>{"shape"});
}

TEST_CASE("rows that see nothing are promised by declared cases only") {
  const Fake fills = {.empty_row = EmptyRow::nan};
  const auto line = "steps=2 keys=1";
  CHECK(judge_line(line, fills).kind == "row.nan");
  CHECK(asked(line, without("offset"), asking(fills)).verdict == Verdict::unspecified);
}

TEST_CASE("a declared case is no undeclared one") {
  CHECK_THROWS_AS(asked("steps=4", able(), asking({})), std::logic_error);
}
