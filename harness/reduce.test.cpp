// Findings of a run: one for each fault, the smallest shown, the others counted.
#include "harness/reduce.hpp"

#include "cases/line.hpp"
#include "harness/mechanism.hpp"
#include "harness/regardless.hpp"
#include "harness/shrinking.test.hpp"

using namespace attest;
using namespace attest::testing;
using harness::Reducer;
using harness::Shrinker;

namespace {

reports::Report report_of(const std::vector<std::string>& lines, const KindOf& kind_of) {
  const Shrinker shrinker = by(kind_of);
  reports::Report report;
  Reducer reducer;
  for (const std::string& line : lines) {
    const Case value = reference::read_line(line);
    const harness::Outcome outcome{.value = value, .judgement = *shrinker.judge(value)};
    const harness::Provenance from{.backend = "a"};
    if (harness::add_verdict(report, value, outcome.judgement, from))
      reducer.add(report, outcome, from, shrinker);
  }
  return report;
}

bool has(const Case& value, const std::string& feature) {
  return harness::mechanism_of(value).count(feature) > 0;
}

} // namespace

TEST_CASE("cases of one fault are one finding") {
  const auto report =
      report_of({"steps=5,1 cache=static:8", "steps=2", "batch=2 steps=3 cache=static:9 dtype=bf16"},
                [](const Case& value) { return has(value, "cache.static") ? "x" : ""; });
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].shrunk == "steps=1 cache=static:1");
  CHECK(report.findings[0].line == "steps=5,1 cache=static:8");
  CHECK(report.findings[0].cases == 2);
  CHECK(report.verdicts[0].finding == report.findings[0].id);
  CHECK_FALSE(report.verdicts[1].finding);
  CHECK(report.verdicts[2].finding == report.findings[0].id);
}

TEST_CASE("faults of one class with different needs are several findings") {
  const auto report = report_of(
      {"steps=5,1 cache=static:8", "steps=4 pad=left:2", "steps=4,1 cache=dynamic pad=left:1"},
      [](const Case& value) { return has(value, "cache.static") || has(value, "pad.left") ? "x" : ""; });
  REQUIRE(report.findings.size() == 2);
  CHECK(report.findings[0].shrunk == "steps=1 cache=static:1");
  CHECK(report.findings[1].shrunk == "steps=1 pad=left:0");
  CHECK(report.findings[1].cases == 2);
}

TEST_CASE("a smaller case of the same fault takes the place of the larger one") {
  // The first case stays large: with bf16 nothing small fails, and nothing else than bf16 does.
  const KindOf kind_of = [](const Case& value) {
    const bool large = has(value, "dtype.bf16") && value.keys.value_or(0) >= 9;
    return large || value.keys == 2 ? "x" : "";
  };
  const auto report = report_of({"steps=9 dtype=bf16", "steps=2", "steps=9 dtype=bf16 seed=4"}, kind_of);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].shrunk == "steps=2");
  CHECK(report.findings[0].line == "steps=9 dtype=bf16");
  CHECK(report.findings[0].cases == 3);
  for (const auto& verdict : report.verdicts) CHECK(verdict.finding == report.findings[0].id);
}

TEST_CASE("a mechanism is what the plainest case has not") {
  CHECK(harness::mechanism_of(parse_line("steps=4 mask=full")).empty());
  CHECK(harness::mechanism_of(
            parse_line("batch=2 heads=2 steps=4,1 cache=dynamic dtype=f16 mask=causal&window:2")) ==
        std::set<std::string>{"batch", "heads", "steps", "cache.dynamic", "dtype.f16", "mask.window"});
  CHECK(harness::is_within({}, {"a"}));
  CHECK(harness::is_within({"a"}, {"a", "b"}));
  CHECK_FALSE(harness::is_within({"a", "c"}, {"a", "b"}));
}

TEST_CASE("what does not matter is told") {
  const auto phrases = [](const std::string& line, const KindOf& kind_of) {
    const Case value = reference::read_line(line);
    const Shrinker shrinker = by(kind_of);
    return harness::regardless_of({.value = value, .judgement = *shrinker.judge(value)}, shrinker);
  };
  const auto all = phrases("steps=1 cache=static:2", [](const Case&) { return "x"; });
  CHECK(all == std::vector<std::string>{"any dtype", "any head count", "any batch size", "any dim",
                                        "any data", "any layout", "any form of the mask", "more tokens",
                                        "padding"});
  const auto some = phrases("steps=2", [](const Case& value) {
    return value.dtype == Dtype::f32 && value.batch == 1 && value.pad.side == PadSide::none ? "x" : "";
  });
  CHECK(some == std::vector<std::string>{"any head count", "any dim", "any data", "any layout",
                                         "any form of the mask", "more tokens"});
  CHECK(phrases("steps=1", [](const Case&) { return "timeout"; }).empty());
}
