// Caches: which tokens they return in which slots, against the tables of the contract's section 3, written
// out by hand.
#include "backends/registry.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"

#include <cmath>

using namespace attest;
using namespace attest::backends;

namespace {

const CacheType& type_of(CacheKind kind) {
  for (const auto& type : cache_types())
    if (type.kind == kind) return type;
  FAIL("no cache of this kind");
  throw std::logic_error("unreachable");
}

/// Feeds tokens that carry their own number, 1000 times their batch row added, and reads slots as such
/// numbers.
class Feeder {
public:
  explicit Feeder(const std::string& line)
      : case_(parse_line(line)), cache_(type_of(case_.cache.kind).make(case_)) {}

  std::vector<double> feed(std::int64_t count, std::int64_t row = 0) {
    View k = make_view(element_of(case_.dtype), {case_.batch, 1, count, case_.dim});
    View v = make_view(element_of(case_.dtype), {case_.batch, 1, count, case_.value_dim});
    for (std::int64_t b = 0; b < case_.batch; ++b)
      for (std::int64_t i = 0; i < count; ++i) {
        set(k, b, 0, i, 0, static_cast<double>(1000 * b + next_ + i));
        set(v, b, 0, i, 0, -static_cast<double>(1000 * b + next_ + i));
      }
    next_ += count;
    return read(cache_->update(k, v), row);
  }

  void crop(std::int64_t length) { cache_->crop(next_ = length); }
  void reorder(const std::vector<std::int64_t>& rows) { cache_->reorder(rows); }
  void reset() { cache_->reset(), next_ = 0; }

private:
  static std::vector<double> read(const KeysValues& slots, std::int64_t row) {
    REQUIRE(slots.k.shape[2] == slots.v.shape[2]);
    std::vector<double> tokens;
    for (std::int64_t j = 0; j < slots.k.shape[2]; ++j) {
      tokens.push_back(get(slots.k, row, 0, j, 0));
      if (tokens.back() != 0 && !std::isnan(tokens.back()))
        CHECK(get(slots.v, row, 0, j, 0) == -tokens.back());
    }
    return tokens;
  }

  Case case_;
  std::unique_ptr<CacheState> cache_;
  std::int64_t next_ = 0;
};

using Slots = std::vector<double>;

} // namespace

// Token 0 and an unwritten slot of zeros look alike here; NaN and canary tell them apart below.
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
  const std::string kind = GENERATE("dynamic", "static:4", "sliding:4", "static-sliding:4,4");
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
    const auto cache = type_of(CacheKind::static_).make(problem);
    const auto slots =
        cache->update(make_view(Element::f16, {1, 1, 1, 2}), make_view(Element::f16, {1, 1, 1, 1}));
    return std::pair(get(slots.k, 0, 0, 1, 1), get(slots.v, 0, 0, 1, 0));
  };
  CHECK(value("zeros") == std::pair(0.0, 0.0));
  CHECK(value("canary") == std::pair(0.0, 1024.0));
  CHECK(std::isnan(value("nan").first));
  CHECK(std::isnan(value("nan").second));
}
