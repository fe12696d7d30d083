// What may be shown of a foreign text.
#include "cases/printable.hpp"

#include "cases/testing.hpp"

namespace attest {

TEST_CASE("letters stay, whatever the language") {
  CHECK(one_line("ValueError: no 'mask'") == "ValueError: no 'mask'");
  CHECK(one_line("größer ≤ 注意 🙂") == "größer ≤ 注意 🙂");
  CHECK(one_line("").empty());
}

TEST_CASE("what a terminal would obey is escaped") {
  CHECK(one_line("\x1b[31mred\x1b[0m") == "\\x1b[31mred\\x1b[0m");
  CHECK(one_line("a\nb\r\tc\x7f") == "a\\x0ab\\x0d\\x09c\\x7f");
  CHECK(one_line(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(one_line("\xc2\x9b"
                 "31m") == "\\xc2\\x9b31m"); // the CSI of one character, U+009B
}

TEST_CASE("what nobody sees is escaped") {
  CHECK(one_line("a\u2028b") == "a\\xe2\\x80\\xa8b"); // line separator
  CHECK(one_line("a\u202eb") == "a\\xe2\\x80\\xaeb"); // right to left from here on
  CHECK(one_line("a\u200bb") == "a\\xe2\\x80\\x8bb"); // zero width
}

TEST_CASE("bytes that are no UTF-8 are escaped one by one") {
  CHECK(one_line("a\xff\xc3") == "a\\xff\\xc3");
  CHECK(one_line("\xc0\xaf") == "\\xc0\\xaf");          // '/' in two bytes
  CHECK(one_line("\xe0\x80\xaf") == "\\xe0\\x80\\xaf"); // in three
  CHECK(one_line("\xed\xa0\x80") == "\\xed\\xa0\\x80"); // half of a UTF-16 pair
  CHECK(one_line("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
  CHECK(one_line("\xe2\x82z") == "\\xe2\\x82z"); // cut short
}

TEST_CASE("a long text is cut by what is shown of it") {
  CHECK(one_line(std::string(200, 'a')) == std::string(200, 'a'));
  CHECK(one_line(std::string(201, 'a')) == std::string(200, 'a') + "...");
  CHECK(one_line("äöüß", {.most = 3}) == "äöü...");
  CHECK(one_line("abc\n", {.most = 6}) == "abc...");
  CHECK(one_line(std::string(1000000, '\n')).size() == 203);
}

TEST_CASE("where letters would mislead, only ASCII stays") {
  CHECK(one_line("steps=４", {.ascii = true}) == "steps=\\xef\\xbc\\x94");
}

TEST_CASE("the last lines of a text, each on its own") {
  using Lines = std::vector<std::string>;
  CHECK(last_lines("one\ntwo\nthree\n\n \n", 2) == Lines{"two", "three"});
  CHECK(last_lines("one\r\n\ttwo\x1b[1m", 5) == Lines{"one", "  two\\x1b[1m"});
  CHECK(last_lines(" \n\n", 5).empty());
  CHECK(last_lines("", 5).empty());
}

} // namespace attest
