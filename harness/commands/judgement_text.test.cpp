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
