// The strict JSON reader.
#include "cases/json.hpp"

#include "cases/testing.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace attest {

namespace {

struct Failure {
  ErrorKind kind;
  ErrorKind in_case;
  std::string message;
};

template <class Work> std::optional<Failure> failure_of(Work work) {
  try {
    work();
    return {};
  } catch (const JsonError& error) {
    return Failure{error.kind(), error.in_case(), error.what()};
  }
}

std::optional<Failure> parse_failure(const std::string& text) {
  return failure_of([&] { parse_json(text, "t.json"); });
}

} // namespace

TEST_CASE("good JSON parses, in the order it was written") {
  const Json json = parse_json(R"({"b":1,"a":[true,null,2.5]})", "t.json");
  CHECK(dump_json(json) == R"({"b":1,"a":[true,null,2.5]})");
}

TEST_CASE("bad JSON is one sentence with line and column") {
  const auto failure = parse_failure("{\n  \"a\": 1,\n  oops\n}");
  REQUIRE(failure.has_value());
  CHECK(failure->kind == ErrorKind::file);
  CHECK(failure->message.rfind("t.json: line 3, column 3: ", 0) == 0);
  CHECK(failure->message.find("json.exception") == std::string::npos);
  for (const char* bad :
       {"", " ", "[1,]", "{\"a\":1}x", "[1", "nul", "[01]", "{'a':1}", "[NaN]", "// no\n1"}) {
    INFO(bad);
    CHECK(parse_failure(bad).has_value());
  }
}

TEST_CASE("nothing may follow the document, a NUL byte least of all") {
  for (const std::string& bad :
       {std::string("[1]\0", 4), std::string("[1]\0[2]", 7), std::string("[1,\0 2]", 7)}) {
    const auto failure = parse_failure(bad);
    REQUIRE(failure.has_value());
    CHECK(failure->message == "t.json: line 1, column 4: there is a NUL byte, which JSON cannot hold");
  }
  const auto second_line = parse_failure(std::string("[\n1]\n\0", 6));
  REQUIRE(second_line.has_value());
  CHECK(second_line->message.rfind("t.json: line 3, column 1: ", 0) == 0);
  CHECK(parse_failure("[1] [2]")->message.rfind("t.json: line 1, column 5: ", 0) == 0);
}

TEST_CASE("messages stay printable and short") {
  for (const std::string& bad : {std::string("[\"\xff\"]"), std::string("[\"\x01\"]"),
                                 std::string(100000, 'x'), std::string("\0\0", 2)}) {
    const auto failure = parse_failure(bad);
    REQUIRE(failure.has_value());
    CHECK(failure->message.size() < 300);
    for (const char c : failure->message) CHECK((c >= ' ' && c <= '~'));
  }
}

TEST_CASE("no key stands twice in one object") {
  const auto failure = parse_failure(R"({"a":{"x":1,"y":2,"x":3}})");
  REQUIRE(failure.has_value());
  CHECK(failure->in_case == ErrorKind::duplicate);
  CHECK(failure->message == "t.json: the key 'x' stands twice in one object");
  CHECK_FALSE(parse_failure(R"([{"x":1},{"x":{"x":2}}])").has_value());
}

TEST_CASE("nesting is limited") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK_FALSE(parse_failure(nested(64)).has_value());
  CHECK(parse_failure(nested(65)).has_value());
  CHECK(parse_failure(std::string(1000000, '[')).has_value());
}

TEST_CASE("numbers that no double holds are errors") { CHECK(parse_failure("[1e999]").has_value()); }

TEST_CASE("infinities and NaN travel as strings") {
  CHECK(number_to_json(0.5) == Json(0.5));
  CHECK(number_to_json(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(number_to_json(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(number_to_json(std::nan("")) == "nan");
  CHECK(number_in("-inf", "/x") == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(number_in("nan", "/x")));
  CHECK(number_in(3, "/x") == 3.0);
  CHECK(failure_of([] { number_in("3", "/x"); }).has_value());
}

TEST_CASE("integers are whole numbers within limits") {
  CHECK(integer_in(5, "/n", 1, 5) == 5);
  const auto wrong = failure_of([] { integer_in(Json::parse("3.0"), "/n", 1, 5); });
  REQUIRE(wrong.has_value());
  CHECK(wrong->in_case == ErrorKind::syntax);
  CHECK(wrong->message == "/n: expected a whole number, not 3.0");
  CHECK(failure_of([] { integer_in(true, "/n", 0, 5); })->in_case == ErrorKind::syntax);
  CHECK(failure_of([] { integer_in("3", "/n", 0, 5); })->in_case == ErrorKind::syntax);
  CHECK(failure_of([] { integer_in(6, "/n", 1, 5); })->message == "/n: must be 1 to 5, not 6");
  using Limits = std::numeric_limits<std::int64_t>;
  for (const char* huge :
       {"18446744073709551615", "9223372036854775808", "-9223372036854775809", "1000000000000000000000000"}) {
    INFO(huge);
    const auto failure =
        failure_of([&] { integer_in(Json::parse(huge), "/n", Limits::min(), Limits::max()); });
    REQUIRE(failure.has_value());
    CHECK(failure->in_case == ErrorKind::range);
  }
}

TEST_CASE("an object is read key by key") {
  const Json json = parse_json(R"({"name":"x","on":true,"n":3,"f":0.5,"list":["a","b"],"a/b":1})", "t");
  ObjectReader reader(json, "/top");
  CHECK(reader.text("name") == "x");
  CHECK(reader.boolean("on"));
  CHECK(reader.integer("n", 0, 3) == 3);
  CHECK(reader.number("f") == 0.5);
  CHECK(reader.texts("list") == std::vector<std::string>{"a", "b"});
  CHECK_FALSE(reader.has("missing"));
  CHECK(failure_of([&] { reader.at("missing"); })->message == "/top: the key \"missing\" is missing");
  CHECK(failure_of([&] { reader.text("n"); })->message == "/top/n: expected a string, not 3");
  CHECK(failure_of([&] { reader.array("name"); })->message == "/top/name: expected an array, not 'x'");
  CHECK(reader.pointer("a/b") == "/top/a~1b");
  CHECK(failure_of([&] { reader.done(); })->in_case == ErrorKind::unknown);
  CHECK(reader.has("a/b"));
  CHECK_FALSE(failure_of([&] { reader.done(); }).has_value());
}

TEST_CASE("an unknown key is answered with the nearest one") {
  const Json json = parse_json(R"({"bacth":1})", "t");
  ObjectReader reader(json, "");
  reader.has("batch");
  CHECK(failure_of([&] { reader.done(); })->message ==
        "top level: unknown key 'bacth'; did you mean 'batch'?");
  CHECK(failure_of([] { ObjectReader(Json::array(), "/x"); })->message ==
        "/x: expected an object, not an array");
}

TEST_CASE("a key that was asked for twice is known once") {
  const Json json = parse_json(R"({"qqqqqqqq":1})", "t");
  ObjectReader reader(json, "");
  for (const char* key : {"steps", "batch", "steps"}) reader.has(key);
  CHECK(failure_of([&] { reader.done(); })->message ==
        "top level: unknown key 'qqqqqqqq'; known are steps or batch");
}

TEST_CASE("what is no UTF-8 is replaced on the way out") {
  CHECK(dump_json(Json("a\xff")) == "\"a\xef\xbf\xbd\"");
  CHECK(dump_json(Json{{"a", 1}}, 1) == "{\n \"a\": 1\n}");
}

} // namespace attest
