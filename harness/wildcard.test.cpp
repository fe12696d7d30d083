// What a star stands for.
#include "harness/wildcard.hpp"

#include "cases/testing.hpp"

using attest::harness::matches;

TEST_CASE("a pattern without a star is the name itself") {
  CHECK(matches("plain@exact", "plain@exact"));
  CHECK_FALSE(matches("plain@exact", "plain@exact+ring"));
  CHECK_FALSE(matches("plain@exact", "plain@exac"));
  CHECK(matches("", ""));
}

TEST_CASE("a star stands for any run of characters") {
  CHECK(matches("*", ""));
  CHECK(matches("*", "plain@exact"));
  CHECK(matches("sdpa*@hf-4.40", "sdpa-math@hf-4.40"));
  CHECK(matches("sdpa*@hf-4.40", "sdpa@hf-4.40"));
  CHECK_FALSE(matches("sdpa*@hf-4.40", "sdpa@hf-4.40.1"));
  CHECK(matches("*a*b", "aab"));
  CHECK(matches("a**", "a"));
  CHECK_FALSE(matches("*a", "ab"));
  CHECK_FALSE(matches("cache=static:*", "cache=static-sliding:4,4"));
}
