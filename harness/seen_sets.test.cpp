// Sets of keys, counted by hand.
#include "cases/testing.hpp"

#include "harness/question.hpp"
#include "reference/rules.hpp"

using namespace attest;
using reference::Ranges;

namespace {

harness::Question question(const std::string& line) {
  return harness::question_of(reference::read_line(line), Declaration{});
}

} // namespace

TEST_CASE("a set holds keys by number, whatever slot or step they are met in") {
  // Row 0 feeds keys 0 and 1, row 1 keys 2 and 3; then each goes on with the other's, and feeds key 4 or 5.
  const harness::Question crossed = question("batch=2 steps=2,reorder:1/0,1 cache=dynamic");
  CHECK(crossed.seen.sets ==
        std::vector<Ranges>{{{0, 1}}, {{0, 2}}, {{2, 3}}, {{2, 4}}, {{2, 5}}, {{0, 2}, {5, 6}}});
  CHECK(crossed.seen.of_row == std::vector<std::vector<std::int64_t>>{{0, 1, 2, 3}, {4, 5}});
  CHECK(harness::members_of(crossed, 5) == std::vector<std::uint8_t>{1, 1, 0, 0, 0, 1});
}

TEST_CASE("rows that should read the same share a set; rows that are not judged or see nothing have none") {
  const harness::Question padded = question("steps=3,2 cache=dynamic mask=prefix:2 pad=left:1");
  CHECK(padded.seen.sets == std::vector<Ranges>{{{1, 2}}});
  CHECK(padded.seen.of_row == std::vector<std::vector<std::int64_t>>{{-1, 0, 0}, {0, 0}});
  CHECK(question("steps=2 keys=3 mask=ahead:-5").seen.sets.empty());
}

TEST_CASE("a key that was cropped away and one fed in its place have different numbers") {
  const harness::Question cropped = question("steps=2,crop:1,1 cache=dynamic mask=full");
  CHECK(cropped.seen.sets == std::vector<Ranges>{{{0, 2}}, {{0, 1}, {2, 3}}});
}

TEST_CASE("all batch rows share the keys of memory=expanded") {
  CHECK(question("batch=2 steps=2 memory=expanded").seen.sets == std::vector<Ranges>{{{0, 1}}, {{0, 2}}});
}

TEST_CASE("at most 8 sets, evenly spread, and none that hides nothing") {
  CHECK(harness::spread_sets(question("steps=4")) == std::vector<std::int64_t>{0, 1, 2});
  CHECK(harness::spread_sets(question("steps=16")) == std::vector<std::int64_t>{0, 2, 4, 6, 8, 10, 12, 14});
  CHECK(harness::spread_sets(question("steps=4 mask=full")).empty());
}
