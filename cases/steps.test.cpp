// Entries of `steps` as text.
#include "cases/steps.hpp"

#include "cases/error.hpp"
#include "cases/testing.hpp"

#include <optional>

namespace attest {

namespace {

std::optional<ErrorKind> kind_of(const std::string& text) {
  try {
    parse_steps(text);
    return {};
  } catch (const InputError& error) {
    return error.kind();
  }
}

} // namespace

TEST_CASE("steps and operations") {
  CHECK(parse_steps("5,crop:3,2x1,reorder:1/0,1,reset,4") ==
        std::vector<Entry>{Feed{5}, Crop{3}, Feed{1}, Feed{1}, Reorder{{1, 0}}, Feed{1}, Reset{}, Feed{4}});
}

TEST_CASE("three or more equal steps in a row are printed as a count") {
  const auto reprinted = [](const std::string& text) { return print_steps(parse_steps(text)); };
  CHECK(reprinted("1,1,1") == "3x1");
  CHECK(reprinted("2x1") == "1,1");
  CHECK(reprinted("1x5") == "5");
  CHECK(reprinted("5,2x1,1") == "5,3x1");
  CHECK(reprinted("3x1,crop:1,3x1") == "3x1,crop:1,3x1");
  CHECK(reprinted("4,4,4,4,2,2") == "4x4,2,2");
  CHECK(reprinted("1,reset,reset,reset,1") == "1,reset,reset,reset,1");
}

TEST_CASE("entries that are not well formed") {
  for (const char* bad : {"",        ",",       "4,",       ",4",         "04",       "+4",    "4.0",
                          "x4",      "4x",      "x",        "4x1x1",      "crop",     "crop:", "crop:x",
                          "reset:1", "reorder", "reorder:", "reorder:0/", "crop:1/2", "4X1",   "-"}) {
    INFO(bad);
    CHECK(kind_of(bad) == ErrorKind::syntax);
  }
  for (const char* unknown : {"4,fork,1", "4,drop:2,1", "4,Reset,1"}) {
    INFO(unknown);
    CHECK(kind_of(unknown) == ErrorKind::unknown);
  }
}

TEST_CASE("counts are limited before they take memory") {
  CHECK(parse_steps("4096x1").size() == 4096);
  for (const char* far :
       {"4097x1", "4096x1,1", "4096x1,reset", "1000000000x1", "99999999999999999999x1", "0x4", "-1x2"}) {
    INFO(far);
    CHECK(kind_of(far) == ErrorKind::range);
  }
  std::string long_list = "1";
  for (int i = 0; i < 500000; ++i) long_list += ",1";
  CHECK(kind_of(long_list) == ErrorKind::range);
}

TEST_CASE("the message names the entry") {
  CHECK_THROWS_WITH(parse_steps("4,rest,1"),
                    "entry 2 'rest': unknown operation 'rest'; did you mean 'reset'?");
}

} // namespace attest
