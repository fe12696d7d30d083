// Caches: which tokens they return in which slots, against the tables of the contract's section 3, written
// out by hand.
#include "backends/caches/feeder.testing.hpp"

using namespace attest;
using namespace attest::backends;
using namespace attest::backends::for_tests;

// Token 0 and an unwritten slot of zeros look alike here.
TEST_CASE("dynamic returns all tokens") {
  Feeder cache("dim=1 steps=3,2 cache=dynamic");
  CHECK(cache.feed(3) == Slots{0, 1, 2});
  CHECK(cache.feed(2) == Slots{0, 1, 2, 3, 4});
  cache.crop(1);
  CHECK(cache.feed(2) == Slots{0, 1, 2});
  cache.reset();
  CHECK(cache.feed(2) == Slots{0, 1});
}

TEST_CASE("static returns its whole buffer") {
  Feeder cache("dim=1 steps=3,1 cache=static:6");
  CHECK(cache.feed(3) == Slots{0, 1, 2, 0, 0, 0});
  CHECK(cache.feed(1) == Slots{0, 1, 2, 3, 0, 0});
  CHECK_THROWS(cache.feed(3));
}

TEST_CASE("static leaves cropped tokens where they lie, reset puts back what unfilled says") {
  Feeder cache("dim=1 steps=4,1 cache=static:5");
  cache.feed(4);
  cache.crop(1);
  CHECK(cache.feed(1) == Slots{0, 1, 2, 3, 0});
  cache.reset();
  CHECK(cache.feed(1) == Slots{0, 0, 0, 0, 0});
}

TEST_CASE("sliding stores W-1 tokens and returns stored and new") {
  Feeder cache("dim=1 steps=3,3,2,1 cache=sliding:4 mask=causal&window:4");
  CHECK(cache.feed(3) == Slots{0, 1, 2});
  CHECK(cache.feed(3) == Slots{0, 1, 2, 3, 4, 5});
  CHECK(cache.feed(2) == Slots{3, 4, 5, 6, 7});
  CHECK(cache.feed(1) == Slots{5, 6, 7, 8});
  cache.reset();
  CHECK(cache.feed(2) == Slots{0, 1});
}

TEST_CASE("sliding:1 stores nothing") {
  Feeder cache("dim=1 steps=2,1 cache=sliding:1 mask=causal&window:1");
  CHECK(cache.feed(2) == Slots{0, 1});
  CHECK(cache.feed(1) == Slots{2});
}

TEST_CASE("chunked stores C-1 tokens and returns stored and new") {
  Feeder cache("dim=1 steps=4,2,1 cache=chunked:3 mask=causal&chunk:3");
  CHECK(cache.feed(4) == Slots{0, 1, 2, 3});
  CHECK(cache.feed(2) == Slots{2, 3, 4, 5});
  CHECK(cache.feed(1) == Slots{4, 5, 6});
  cache.reset();
  CHECK(cache.feed(2) == Slots{0, 1});
}

TEST_CASE("a ring returns its slots in physical order") {
  Feeder cache("dim=1 steps=3,4x1 cache=ring:4 mask=causal&window:4 unfilled=canary");
  CHECK(cache.feed(3) == Slots{0, 1, 2, unwritten});
  CHECK(cache.feed(1) == Slots{0, 1, 2, 3});
  CHECK(cache.feed(1) == Slots{4, 1, 2, 3});
  CHECK(cache.feed(1) == Slots{4, 5, 2, 3});
  CHECK(cache.feed(1) == Slots{4, 5, 6, 3});
  cache.reset();
  CHECK(cache.feed(1) == Slots{0, unwritten, unwritten, unwritten});
}

TEST_CASE("a ring writes all new tokens before it is read, and keeps the last of them") {
  Feeder cache("dim=1 steps=3,4,8 cache=ring:3 mask=window:1");
  CHECK(cache.feed(3) == Slots{0, 1, 2});
  CHECK(cache.feed(4) == Slots{6, 4, 5});
  CHECK(cache.feed(8) == Slots{12, 13, 14});
}

TEST_CASE("sink returns the first N tokens, the last W-1 and the new ones") {
  Feeder cache("dim=1 steps=4,3x1,2 cache=sink:2,3 mask=causal&(prefix:2|window:3)");
  CHECK(cache.feed(4) == Slots{0, 1, 2, 3});
  CHECK(cache.feed(1) == Slots{0, 1, 2, 3, 4});
  CHECK(cache.feed(1) == Slots{0, 1, 3, 4, 5});
  CHECK(cache.feed(1) == Slots{0, 1, 4, 5, 6});
  CHECK(cache.feed(2) == Slots{0, 1, 5, 6, 7, 8});
  cache.reset();
  CHECK(cache.feed(1) == Slots{0});
}

TEST_CASE("sink keeps first tokens that come in later steps, and with a window of one no others") {
  Feeder cache("dim=1 steps=1,3,1 cache=sink:2,1 mask=causal&(prefix:2|window:1)");
  CHECK(cache.feed(1) == Slots{0});
  CHECK(cache.feed(3) == Slots{0, 1, 2, 3});
  CHECK(cache.feed(1) == Slots{0, 1, 4});
}

TEST_CASE("static-sliding fills from the front and then slides") {
  Feeder cache("dim=1 steps=3,3,2,1 cache=static-sliding:4,4 mask=causal&window:4");
  CHECK(cache.feed(3) == Slots{0, 1, 2, 0});
  CHECK(cache.feed(3) == Slots{0, 1, 2, 3, 4, 5});
  CHECK(cache.feed(2) == Slots{3, 4, 5, 6, 7});
  CHECK(cache.feed(1) == Slots{5, 6, 7, 8});
  cache.reset();
  CHECK(cache.feed(1) == Slots{0, 0, 0, 0});
}

TEST_CASE("static-sliding has min(W, CAP) slots, and is full when they are") {
  Feeder cache("dim=1 steps=2,1,1 cache=static-sliding:3,8 mask=causal&window:3");
  CHECK(cache.feed(2) == Slots{0, 1, 0});
  CHECK(cache.feed(1) == Slots{0, 1, 2});
  CHECK(cache.feed(1) == Slots{1, 2, 3});
  Feeder small("dim=1 steps=2,1,1 cache=static-sliding:8,2 mask=causal&window:2");
  CHECK(small.feed(2) == Slots{0, 1});
  CHECK(small.feed(1) == Slots{1, 2});
}

TEST_CASE("cross returns the encoder at every step, and after reset as it was at first") {
  Feeder cache("batch=2 dim=1 steps=1,reorder:1/1,1,reset,1 cache=cross keys=3");
  CHECK(cache.feed(3) == Slots{0, 1, 2});
  CHECK(cache.feed(0) == Slots{0, 1, 2});
  cache.reorder({1, 1});
  CHECK(cache.feed(0) == Slots{1000, 1001, 1002});
  cache.reset();
  CHECK(cache.feed(0, 0) == Slots{0, 1, 2});
}

TEST_CASE("reorder moves what every cache has stored, and reorders compose") {
  const std::string kind = GENERATE("dynamic", "static:4", "sliding:4", "static-sliding:4,4", "chunked:4",
                                    "ring:4", "quantized:8", "paged:1", "paged:4", "sink:1,4");
  Feeder cache("batch=2 dim=1 steps=2,reorder:1/0,1,reorder:1/1,1 cache=" + kind + " mask=causal&window:4");
  cache.feed(2);
  cache.reorder({1, 0});
  const Slots once = cache.feed(1);
  CHECK(Slots(once.begin(), once.begin() + 3) == Slots{1000, 1001, 2});
  cache.reorder({1, 1});
  const Slots twice = cache.feed(1);
  CHECK(twice == Slots{0, 1, 1002, 3});
}

TEST_CASE("unwritten slots hold what the case says") {
  const auto value = [](const std::string& unfilled) {
    const Case problem = parse_line("dim=2/1 steps=1,1 cache=static:2 dtype=f16 unfilled=" + unfilled);
    const auto cache = cache_of(CacheKind::static_).make(problem);
    const auto slots =
        cache->update(make_view(Element::f16, {1, 1, 1, 2}), make_view(Element::f16, {1, 1, 1, 1}));
    return std::pair(get(slots.k, 0, 0, 1, 1), get(slots.v, 0, 0, 1, 0));
  };
  CHECK(value("zeros") == std::pair(0.0, 0.0));
  CHECK(value("canary") == std::pair(0.0, 1024.0));
  CHECK(std::isnan(value("nan").first));
  CHECK(std::isnan(value("nan").second));
}
