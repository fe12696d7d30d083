// Pictures against drawings by hand.
#include "reports/picture.hpp"

#include "cases/testing.hpp"

#include <algorithm>

using namespace attest::reports;

namespace {

/// Step 1 of `steps=3,1 cache=static:6`, read as an implementation without a mask reads it.
Picture leak() {
  return {.step = 1,
          .tokens = {0, 1, 2, 3, -1, -1},
          .first_query = 3,
          .expected = {"####.."},
          .actual = {"######"},
          .padded = {0}};
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

TEST_CASE("leaked cells are marked beside what is right") {
  CHECK(is_wrong(leak()));
  CHECK(draw(leak()) == "step 1, batch 0\n"
                        "                    expected   actual\n"
                        "             token  0123--     0123--\n"
                        "  query 0, token 3  ####..     ####!!\n");
}

TEST_CASE("dropped cells are marked, and padded queries are not judged") {
  Picture picture{.step = 0, .batch = 1, .heads = {0, 2}, .tokens = {0, 1}};
  picture.expected = {"..", ".#"};
  picture.actual = {"##", ".."};
  picture.padded = {1, 0};
  CHECK(is_wrong(picture));
  CHECK(draw(picture) == "step 0, batch 1, heads 0 2\n"
                         "           expected   actual\n"
                         "    token  01         01\n"
                         "  query 0  ..         ##  padded, not judged\n"
                         "  query 1  .#         .-\n");
  picture.actual[1] = picture.expected[1];
  CHECK_FALSE(is_wrong(picture));
  picture.judge_padded = true;
  CHECK(is_wrong(picture));
}

TEST_CASE("tokens of more than one digit are read downwards") {
  const Picture picture{.tokens = {9, 10, 101}, .first_query = 0, .expected = {"###"}};
  CHECK(draw(picture) == "step 0, batch 0\n"
                         "             1\n"
                         "            10\n"
                         "    token  901\n"
                         "  query 0  ###\n");
}

TEST_CASE("a row that is not known is not wrong") {
  auto picture = leak();
  picture.actual[0].assign(6, '?');
  CHECK_FALSE(is_wrong(picture));
  CHECK(draw(picture).find("????") != std::string::npos);
}

TEST_CASE("wide pictures are cut around the wrong cells") {
  Picture picture{.expected = {std::string(300, '#')}, .actual = {std::string(300, '#')}};
  for (int token = 0; token < 300; ++token) picture.tokens.push_back(token);
  picture.actual[0][150] = '.';
  const auto text = draw(picture);
  CHECK(text.find("####…###-###…####\n") != std::string::npos);
  picture.actual[0][150] = '#';
  CHECK(draw(picture).find("####…####   ####…####\n") != std::string::npos);
  picture.actual[0].assign(300, '.');
  const std::string half(50, '-');
  CHECK(draw(picture).find(half + "…" + half + "\n") != std::string::npos);
}

TEST_CASE("high pictures are cut around the wrong rows") {
  Picture picture{.tokens = {0},
                  .expected = std::vector<std::string>(500, "#"),
                  .actual = std::vector<std::string>(500, "#")};
  picture.actual[250][0] = '.';
  const auto text = draw(picture);
  CHECK(text.find("query 250  #          -") != std::string::npos);
  CHECK(lines_of(text) == 20);
  CHECK(lines_of(draw(picture, {.whole = true})) == 503);
  for (auto& row : picture.actual) row[0] = '.';
  CHECK(lines_of(draw(picture)) < 70);
}

TEST_CASE("a call without slots has a picture") {
  const Picture picture{.tokens = {}, .first_query = -1, .expected = {""}, .actual = {""}};
  CHECK_FALSE(is_wrong(picture));
  CHECK(lines_of(draw(picture)) == 4);
}

TEST_CASE("colour is added only where it is asked for") {
  CHECK(draw(leak()).find('\033') == std::string::npos);
  CHECK(draw(leak(), {.colour = true}).find("\033[1;31m!\033[0m") != std::string::npos);
}
