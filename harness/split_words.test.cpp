// A command is split into the words that a shell would make of it.
#include "cases/error.hpp"
#include "cases/testing.hpp"
#include "harness/testee.hpp"

using attest::InputError;
using attest::harness::split_words;
using Words = std::vector<std::string>;

TEST_CASE("words are split at blanks, and quotes and backslashes keep them together") {
  CHECK(split_words("./testee") == Words{"./testee"});
  CHECK(split_words("  python\tadapter.py \n --fast ") == Words{"python", "adapter.py", "--fast"});
  CHECK(split_words("'a b' \"c d\" e\\ f") == Words{"a b", "c d", "e f"});
  CHECK(split_words("a'b c'd\"e f\"g") == Words{"ab cde fg"});
  CHECK(split_words("x '' \"\"") == Words{"x", "", ""});
}

TEST_CASE("within quotes the rules are those of a shell") {
  CHECK(split_words(R"('a\b' '"')") == Words{R"(a\b)", "\""});
  CHECK(split_words(R"("a\"b" "c\\d" "e\f" "\$x" "it's")") == Words{"a\"b", "c\\d", "e\\f", "$x", "it's"});
  CHECK(split_words("a\\\nb \"c\\\nd\"") == Words{"ab", "cd"}); // a line that goes on
  CHECK(split_words(R"(\'a\')") == Words{"'a'"});
}

TEST_CASE("nothing is expanded") {
  CHECK(split_words("$HOME *.py ~ a|b #c >d `e`") == Words{"$HOME", "*.py", "~", "a|b", "#c", ">d", "`e`"});
}

TEST_CASE("a command that ends too early is an error") {
  CHECK_THROWS_AS(split_words(""), InputError);
  CHECK_THROWS_AS(split_words(" \t"), InputError);
  CHECK_THROWS_WITH(split_words("a 'b c"),
                    "the quote at character 3 of the command 'a 'b c' is never closed");
  CHECK_THROWS_WITH(split_words("a \"b\\\""), Catch::Matchers::Contains("at character 3"));
  CHECK_THROWS_WITH(split_words("a\\"), Catch::Matchers::Contains("lone backslash"));
}

TEST_CASE("quoted words come back whole") {
  attest::testing::property("any words, each in single quotes", [](const std::vector<std::string>& words) {
    std::string command;
    for (const auto& word : words) {
      command += " '";
      for (const char c : word) command += c == '\'' ? std::string("'\\''") : std::string(1, c);
      command += "'";
    }
    RC_PRE(!words.empty());
    RC_ASSERT(split_words(command) == words);
  });
}
