// Mask expressions: reading, printing, normal form, errors.
#include "cases/mask.hpp"

#include "cases/error.hpp"
#include "cases/random_case.testing.hpp"
#include "cases/testing.hpp"

#include <optional>

namespace attest {

namespace {

std::optional<ErrorKind> kind_of(const std::string& text) {
  try {
    parse_mask(text);
    return {};
  } catch (const InputError& error) {
    return error.kind();
  }
}

std::string message_of(const std::string& text) {
  try {
    parse_mask(text);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string reprinted(const std::string& text) { return print_mask(parse_mask(text)); }

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

} // namespace

TEST_CASE("& binds closer than |") {
  const Mask mask = parse_mask("causal&window:2|prefix:1");
  REQUIRE(mask.op == Mask::Op::any);
  REQUIRE(mask.parts.size() == 2);
  CHECK(mask.parts[0] == join(Mask::Op::all, {mask_of(TermKind::causal), mask_of(TermKind::window, 2)}));
  CHECK(mask.parts[1] == mask_of(TermKind::prefix, 1));
}

TEST_CASE("terms hold their numbers") {
  CHECK(parse_mask("ahead:-3").term == Term{.kind = TermKind::ahead, .number = -3});
  CHECK(parse_mask("documents:3,2/4,1").term == Term{.kind = TermKind::documents, .lists = {{3, 2}, {4, 1}}});
  CHECK(parse_mask("blocks:1-2,4-5").term == Term{.kind = TermKind::blocks, .lists = {{1, 2, 4, 5}}});
  CHECK(parse_mask("band:0").term.number == 0);
}

TEST_CASE("needless parentheses go, needed ones stay, terms keep their order") {
  CHECK(reprinted("(causal)&(window:2&chunk:4)") == "causal&window:2&chunk:4");
  CHECK(reprinted("((causal))") == "causal");
  CHECK(reprinted("(causal|full)|(band:0)") == "causal|full|band:0");
  CHECK(reprinted("causal&(window:2|prefix:1)") == "causal&(window:2|prefix:1)");
  CHECK(reprinted("(full|causal)&(band:1|(band:2|band:3))") == "(full|causal)&(band:1|band:2|band:3)");
  CHECK(reprinted("full&full|full") == "full&full|full");
  CHECK(reprinted("blocks:0-1,2-3|documents:2,2/4") == "blocks:0-1,2-3|documents:2,2/4");
}

TEST_CASE("masks that are not well formed") {
  for (const char* bad :
       {"",           "&causal",        "causal&",      "causal&&full", "(causal",    "causal)",
        "()",         "window",         "window:",      "window:x",     "window:2,3", "window:02",
        "causal:3",   "causal:",        "blocks:1",     "blocks:1-2-3", "blocks:1-",  "blocks:-",
        "documents:", "documents:3,,2", "documents:3/", "causal(full)", ":3",         "causal causal",
        "!causal",    "prefix:-0"}) {
    INFO(bad);
    CHECK(kind_of(bad) == ErrorKind::syntax);
  }
  CHECK(kind_of("diagonal") == ErrorKind::unknown);
  CHECK(kind_of("Causal") == ErrorKind::unknown);
  CHECK(kind_of("causal&sliding:3") == ErrorKind::unknown);
}

TEST_CASE("limits of the numbers in masks") {
  for (const char* far : {"window:0", "chunk:0", "band:-1", "prefix:-1", "blocks:4-2", "blocks:1-3,3-5",
                          "blocks:4-5,1-2", "blocks:-1-2", "documents:0", "documents:3,-1", "window:1048577",
                          "ahead:-1048577", "prefix:99999999999999999999"}) {
    INFO(far);
    CHECK(kind_of(far) == ErrorKind::range);
  }
  for (const char* good : {"window:1", "window:1048576", "band:0", "prefix:0", "ahead:-1048576",
                           "blocks:0-0,1-1", "documents:1"}) {
    INFO(good);
    CHECK_FALSE(kind_of(good).has_value());
  }
}

TEST_CASE("at most 32 terms") {
  CHECK_FALSE(kind_of("full" + repeated("|full", 31)).has_value());
  CHECK(kind_of("full" + repeated("|full", 32)) == ErrorKind::range);
  CHECK(kind_of("full" + repeated("&full", 500000)) == ErrorKind::range);
}

TEST_CASE("parentheses may be needless but not endless") {
  CHECK(reprinted(repeated("(", 150) + "band:1" + repeated(")", 150)) == "band:1");
  CHECK(kind_of(repeated("(", 100000) + "band:1" + repeated(")", 100000)) == ErrorKind::range);
  CHECK(kind_of(repeated("(", 1000000)) == ErrorKind::range);
  CHECK(kind_of("causal" + repeated(")", 1000000)) == ErrorKind::syntax);
}

TEST_CASE("the message names the character and the nearest term") {
  CHECK(message_of("causal&widnow:4") == "character 8: unknown mask term 'widnow'; did you mean 'window'?");
  CHECK(message_of("causal)") == "character 7: expected '&', '|' or the end");
  CHECK(message_of("(causal") == "character 8: expected ')'");
  CHECK(message_of("full|window:0") == "character 6: window must be 1 to 1048576, not 0");
  CHECK(message_of("causal&documents:3,,2") == "character 20: a whole number like 4 is missing");
  CHECK(message_of(std::string(1000000, 'w')).size() < 250);
}

TEST_CASE("an opened mask sees everything where the term was") {
  CHECK(print_mask(opened(parse_mask("causal&(window:2|prefix:1)"), TermKind::window)) ==
        "causal&(full|prefix:1)");
  CHECK(print_mask(opened(parse_mask("causal"), TermKind::window)) == "causal");
}

TEST_CASE("terms are listed from left to right") {
  const auto terms = terms_of(parse_mask("causal&(window:2|prefix:1)|full"));
  REQUIRE(terms.size() == 4);
  CHECK(terms[1] == Term{.kind = TermKind::window, .number = 2});
  CHECK(terms[3].kind == TermKind::full);
}

TEST_CASE("masks read back as they were printed") {
  testing::property("round trip", [] {
    const Mask mask = testing::mask_from_choices(*testing::choices(60), 2);
    RC_ASSERT(parse_mask(print_mask(mask)) == mask);
    RC_ASSERT(parse_mask("((" + print_mask(mask) + "))") == mask);
  });
}

} // namespace attest
