// How the worst number of a row is told: as kv heads where the probe for heads found it, else as a number.
#include "harness/commands/judgement_text.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"

using namespace attest;

namespace {

std::string text_of(const std::string& kind, const reports::Value& value) {
  const harness::Judgement judgement{
      .verdict = reports::Verdict::disagrees, .kind = kind, .evidence = {{.value = value}}};
  return commands::judgement_text(
      {.value = parse_line("heads=2 steps=1"), .backend = "b", .repro = "", .judgement = judgement}, false);
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("a wrong number is told with its bound") {
  CHECK(holds(text_of("values", {.channel = 3, .expected = 0.5, .actual = 0.25, .bound = 0.125}),
              "query 0: channel 3 is 0.25 and should be 0.5 (bound 0.125)\n"));
}

TEST_CASE("a wrong kv head is told by its number, not by the probe's") {
  const reports::Value whole{.expected = 1, .actual = 2, .bound = 0.125, .kv_head = 0};
  CHECK(holds(text_of("head_map", whole), "query 0: reads kv head 1, should read kv head 0\n"));
  const reports::Value half{.expected = 1, .actual = 1.5, .bound = 0.125, .kv_head = 0};
  CHECK(holds(text_of("leak.head", half), "query 0: reads a mixture of kv heads, should read kv head 0\n"));
}

namespace {

/// A leak of two slots of weight 0.001 each in one row, in a row whose numbers show 0.0025 on.
harness::Judgement light_leak() {
  reports::Evidence row{.leaked = {{.slot = 1, .weight = 0.001}, {.weight = 0.001, .count = 1}}};
  row.power = 0.0025;
  return {.verdict = reports::Verdict::disagrees,
          .kind = "leak.other",
          .evidence = {row},
          .rho = 0.5,
          .power = 0.01};
}

std::string text_of(const harness::Judgement& judgement) {
  return commands::judgement_text(
      {.value = parse_line("steps=1"), .backend = "b", .repro = "", .judgement = judgement}, false);
}

} // namespace

TEST_CASE("what numbers alone would have shown is said, and where they could not") {
  harness::Judgement judgement = light_leak();
  CHECK(holds(text_of(judgement),
              "numbers alone would have shown a leaked weight from 0.01 on, so not this one\n"));
  judgement.rho = 1.5; // they did
  CHECK_FALSE(holds(text_of(judgement), "not this one"));
  judgement = light_leak();
  judgement.evidence[0].power = 0.0015; // both slots together may have moved the row out of its bound
  CHECK(holds(text_of(judgement), "numbers alone would have shown a leaked weight from 0.01 on\n"));
  judgement = light_leak();
  judgement.evidence.push_back({.dropped = {{.slot = 2}}}); // a row that drops may have shown that
  CHECK_FALSE(holds(text_of(judgement), "not this one"));
  judgement.power = 1;
  CHECK(holds(text_of(judgement),
              "numbers alone would have shown no leaked weight in some row, however large\n"));
  judgement.power.reset();
  CHECK_FALSE(holds(text_of(judgement), "numbers alone"));
}

TEST_CASE("a suspicious case says that it is no finding") {
  const harness::Judgement judgement{.suspicious = true};
  CHECK(holds(text_of(judgement), "suspicious: beyond the statistical bound, but not again with other data"));
}

TEST_CASE("a leak without slot and token is told as such") {
  harness::Judgement judgement = light_leak();
  judgement.evidence[0].leaked = {{.weight = 0.25}};
  CHECK(holds(text_of(judgement), "query 0: reads what cannot be named (weight 0.25)"));
  judgement.evidence[0].leaked = {{.token = 2, .row = 0, .weight = 0.25}};
  CHECK(holds(text_of(judgement), "query 0: reads a slot that cannot be named (token 2, weight 0.25)"));
}
