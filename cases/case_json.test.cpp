// The JSON form of cases.
#include "cases/case_json.hpp"

#include "cases/error.hpp"
#include "cases/files.hpp"
#include "cases/json.hpp"
#include "cases/line.hpp"
#include "cases/random_case.testing.hpp"
#include "cases/testing.hpp"

#include <optional>

namespace attest {

namespace {

struct Failure {
  ErrorKind kind;
  std::string message;
};

std::optional<Failure> failure_of(const std::string& text) {
  try {
    case_from_json(parse_json(text, "t"), "/7");
    return {};
  } catch (const InputError& error) {
    return Failure{error.kind(), error.what()};
  }
}

Case read(const std::string& text) { return case_from_json(parse_json(text, "t")); }

} // namespace

TEST_CASE("the JSON forms of the vectors") {
  const Json vectors = parse_json(read_file(testing::source_path("cases/vectors/lines.json")), "lines.json");
  int compared = 0;
  for (const Json& vector : vectors["valid"]) {
    if (!vector.contains("json")) continue;
    const std::string line = vector["line"];
    INFO(line);
    CHECK(dump_json(case_to_json(parse_line(line))) == dump_json(vector["json"]));
    CHECK(case_from_json(vector["json"]) == parse_line(line));
    ++compared;
  }
  CHECK(compared >= 6);
}

TEST_CASE("missing keys are their defaults") {
  CHECK(read(R"({"steps":[{"op":"feed","tokens":4}]})") == parse_line("steps=4"));
  CHECK(read(R"({"steps":[{"op":"feed","tokens":4}],"cache":{"kind":"cross"},"keys":3})") ==
        parse_line("steps=4 cache=cross keys=3"));
  CHECK(read(R"({"steps":[{"op":"feed","tokens":4}],"pad":{"side":"left","counts":[1]}})") ==
        parse_line("steps=4 pad=left:1"));
  const std::string nulls = R"("keys":null,"offset":null,"is_causal":null,"scale":null,"softcap":null)";
  CHECK(read(R"({"steps":[{"op":"feed","tokens":4}],)" + nulls + "}") == parse_line("steps=4"));
}

TEST_CASE("decimals may be written in any way JSON has") {
  CHECK(read(R"({"steps":[{"op":"feed","tokens":4}],"scale":5e-1,"softcap":30,"sink":[-0.0]})") ==
        parse_line("steps=4 scale=0.5 softcap=30 sink=0"));
}

TEST_CASE("wrong documents are refused with kind and pointer") {
  const std::string steps = R"("steps":[{"op":"feed","tokens":4}])";
  const std::vector<std::pair<std::string, ErrorKind>> bad = {
      {"[]", ErrorKind::syntax},
      {"{}", ErrorKind::syntax},
      {R"({"steps":[]})", ErrorKind::syntax},
      {R"({"steps":"4"})", ErrorKind::syntax},
      {R"({"steps":[4]})", ErrorKind::syntax},
      {R"({"steps":[{"op":"feed"}]})", ErrorKind::syntax},
      {R"({"steps":[{"op":"feed","tokens":4.0}]})", ErrorKind::syntax},
      {R"({"steps":[{"op":"feed","tokens":true}]})", ErrorKind::syntax},
      {R"({"steps":[{"op":"feed","tokens":0}]})", ErrorKind::range},
      {R"({"steps":[{"op":"fork","tokens":4}]})", ErrorKind::unknown},
      {R"({"steps":[{"op":"feed","tokens":4,"length":1}]})", ErrorKind::unknown},
      {R"({"steps":[{"op":"reset"}]})", ErrorKind::conflict},
      {"{" + steps + R"(,"colour":"red"})", ErrorKind::unknown},
      {"{" + steps + R"(,"batch":null})", ErrorKind::syntax},
      {"{" + steps + R"(,"batch":0})", ErrorKind::range},
      {"{" + steps + R"(,"batch":18446744073709551616})", ErrorKind::range},
      {"{" + steps + R"(,"heads":4})", ErrorKind::syntax},
      {"{" + steps + R"(,"heads":[4]})", ErrorKind::syntax},
      {"{" + steps + R"(,"heads":[4,3]})", ErrorKind::conflict},
      {"{" + steps + R"(,"cache":{"kind":"lru"}})", ErrorKind::unknown},
      {"{" + steps + R"(,"cache":{"kind":"static"}})", ErrorKind::syntax},
      {"{" + steps + R"(,"cache":{"kind":"static","capacity":3}})", ErrorKind::overflow},
      {"{" + steps + R"(,"cache":{"kind":"static","capacity":8,"window":3}})", ErrorKind::unknown},
      {"{" + steps + R"(,"cache":{"kind":"quantized","bits":3}})", ErrorKind::range},
      {"{" + steps + R"(,"mask":null})", ErrorKind::syntax},
      {"{" + steps + R"(,"mask":"causal&"})", ErrorKind::syntax},
      {"{" + steps + R"(,"mask":"window:0"})", ErrorKind::range},
      {"{" + steps + R"(,"pad":{"side":"left","counts":[1,0]}})", ErrorKind::count},
      {"{" + steps + R"(,"pad":{"side":"left","counts":[]}})", ErrorKind::count},
      {"{" + steps + R"(,"pad":{"side":"bits","bits":["012"]}})", ErrorKind::syntax},
      {"{" + steps + R"(,"pad":{"side":"none","counts":[]}})", ErrorKind::unknown},
      {"{" + steps + R"(,"is_causal":"unset"})", ErrorKind::syntax},
      {"{" + steps + R"(,"scale":0.12345678912345})", ErrorKind::range},
      {"{" + steps + R"(,"scale":"0.5"})", ErrorKind::syntax},
      {"{" + steps + R"(,"softcap":0})", ErrorKind::range},
      {"{" + steps + R"(,"sink":null})", ErrorKind::syntax},
      {"{" + steps + R"(,"seed":-1})", ErrorKind::range},
      {"{" + steps + R"(,"seed":9007199254740992})", ErrorKind::range},
      {"{" + steps + R"(,"layout":"hsbd"})", ErrorKind::unknown},
      {"{" + steps + R"(,"mask_dtype":"f8"})", ErrorKind::unknown},
  };
  for (const auto& [text, kind] : bad) {
    INFO(text);
    const auto failure = failure_of(text);
    REQUIRE(failure.has_value());
    CHECK(failure->kind == kind);
    CHECK(failure->message.rfind("/7", 0) == 0);
  }
}

TEST_CASE("pointers lead to the place") {
  CHECK(failure_of(R"({"steps":[{"op":"feed","tokens":4},{"op":"crop","lenght":1}]})")
            ->message.rfind("/7/steps/1: ", 0) == 0);
  CHECK(failure_of(R"({"cache":{"kind":"statik"}})")->message ==
        "/7/cache/kind: unknown word 'statik'; did you mean 'static'?");
  CHECK(failure_of(R"({"heads":[4,3]})")->message ==
        "/7/heads: 4 query heads must be a multiple of 3 kv heads");
}

TEST_CASE("cases read back from their JSON form") {
  testing::property("round trip", [] {
    const Case value = *testing::random_case();
    const Json json = case_to_json(value);
    RC_ASSERT(case_from_json(json) == value);
    RC_ASSERT(case_from_json(parse_json(dump_json(json), "t")) == value);
    RC_ASSERT(json.size() == 24u);
  });
}

} // namespace attest
