// The paged cache: pages handed out in any order, freed, used again and shared, and rows that see nothing of
// it.
#include "backends/caches/feeder.testing.hpp"
#include "backends/caches/page_pool.hpp"

#include <algorithm>
#include <set>

using namespace attest;
using namespace attest::backends;
using namespace attest::backends::for_tests;

namespace {

std::vector<std::int64_t> allocate(PagePool& pool, int count) {
  std::vector<std::int64_t> pages;
  for (int i = 0; i < count; ++i) pages.push_back(pool.allocate());
  return pages;
}

const Case canary = parse_line("dim=1 steps=1 cache=paged:2 unfilled=canary");

} // namespace

TEST_CASE("pages come back in the order of the tokens, the last one whole") {
  Feeder cache("dim=1 steps=3,2,1,1 cache=paged:2 unfilled=canary");
  CHECK(cache.feed(3) == Slots{0, 1, 2, unwritten});
  CHECK(cache.feed(2) == Slots{0, 1, 2, 3, 4, unwritten});
  CHECK(cache.feed(1) == Slots{0, 1, 2, 3, 4, 5});
  CHECK(cache.feed(1) == Slots{0, 1, 2, 3, 4, 5, 6, unwritten});
}

TEST_CASE("a page of more slots than there are tokens is returned whole") {
  Feeder cache("dim=1 steps=1,1 cache=paged:4 unfilled=canary");
  CHECK(cache.feed(1) == Slots{0, unwritten, unwritten, unwritten});
  CHECK(cache.feed(1) == Slots{0, 1, unwritten, unwritten});
}

TEST_CASE("crop leaves cropped tokens in the page that it keeps, and frees the others") {
  Feeder cache("dim=1 steps=6,crop:2,1,crop:1,1 cache=paged:4 unfilled=canary");
  cache.feed(6);
  cache.crop(2);
  CHECK(cache.feed(1) == Slots{0, 1, 2, 3});
  CHECK(cache.feed(2) == Slots{0, 1, 2, 3, 4, unwritten, unwritten, unwritten});
  cache.crop(4); // a page's edge: nothing of the second page is kept
  CHECK(cache.feed(1) == Slots{0, 1, 2, 3, 4, unwritten, unwritten, unwritten});
}

TEST_CASE("after a reset the pages are unwritten again") {
  Feeder cache("dim=1 steps=4,reset,1 cache=paged:2 unfilled=canary");
  cache.feed(4);
  cache.reset();
  CHECK(cache.feed(1) == Slots{0, unwritten});
}

TEST_CASE("rows that share a page do not write into each other's") {
  Feeder cache("batch=3 dim=1 steps=3,reorder:1/1/0,1,1 cache=paged:2 unfilled=canary");
  cache.feed(3);
  cache.reorder({1, 1, 0});
  CHECK(cache.feed(1, 0) == Slots{1000, 1001, 1002, 3});
  CHECK(cache.slots_of_row(1) == Slots{1000, 1001, 1002, 1003});
  CHECK(cache.slots_of_row(2) == Slots{0, 1, 2, 2003});
  CHECK(cache.feed(1, 1) == Slots{1000, 1001, 1002, 1003, 1004, unwritten});
}

TEST_CASE("a row that shares a page after a crop writes a copy of it") {
  Feeder cache("batch=2 dim=1 steps=4,reorder:0/0,crop:1,1 cache=paged:4");
  cache.feed(4);
  cache.reorder({0, 0});
  cache.crop(1);
  CHECK(cache.feed(1, 0) == Slots{0, 1, 2, 3});
  CHECK(cache.slots_of_row(1) == Slots{0, 1001, 2, 3});
}

TEST_CASE("no page is lost: a pool with none to spare serves round after round") {
  Feeder cache("batch=3 dim=1 steps=5 cache=paged:2");
  for (int round = 0; round < 10; ++round) {
    cache.feed(3);
    cache.reorder({1, 1, 0});
    CHECK(cache.feed(2, 2) == Slots{0, 1, 2, 2003, 2004, 0});
    cache.crop(2);
    cache.reorder({2, 2, 2});
    CHECK(cache.feed(3, 1) == Slots{0, 1, 1002, 1003, 1004, 0});
    cache.reset();
  }
  cache.feed(5);
  CHECK_THROWS_AS(cache.feed(2), std::out_of_range);
}

TEST_CASE("a pool hands out every page once, neighbours never in a row") {
  PagePool pool(canary, 6, 2);
  const auto pages = allocate(pool, 6);
  CHECK(std::set<std::int64_t>(pages.begin(), pages.end()) == std::set<std::int64_t>{0, 1, 2, 3, 4, 5});
  for (std::size_t i = 1; i < pages.size(); ++i) CHECK(pages[i] != pages[i - 1] + 1);
  CHECK_THROWS_AS(pool.allocate(), std::out_of_range);
}

TEST_CASE("a page is free when its last owner has left, and then unwritten") {
  PagePool pool(canary, 1, 2);
  const std::int64_t page = pool.allocate();
  KeysValues slots = pool.slots(page);
  set(slots.v, 0, 0, 1, 0, 7);
  pool.share(page);
  pool.release(page);
  CHECK_THROWS_AS(pool.allocate(), std::out_of_range);
  pool.release(page);
  CHECK(get(pool.slots(pool.allocate()).v, 0, 0, 1, 0) == 1024);
}

TEST_CASE("a shared page is copied before it is written, an own one is not") {
  PagePool pool(canary, 2, 2);
  const std::int64_t page = pool.allocate();
  KeysValues slots = pool.slots(page);
  set(slots.k, 0, 0, 0, 0, 7);
  CHECK(pool.writable(page) == page);
  pool.share(page);
  const std::int64_t copy = pool.writable(page);
  CHECK(copy != page);
  CHECK(get(pool.slots(copy).k, 0, 0, 0, 0) == 7);
  CHECK(pool.writable(page) == page);
}
