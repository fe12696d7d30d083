// The quantized cache: the contract's vectors and hand-made ones as they come back, and what is never
// rounded.
#include "backends/caches/codes.hpp"
#include "backends/caches/feeder.testing.hpp"
#include "cases/files.hpp"
#include "cases/json.hpp"

#include <limits>

using namespace attest;
using namespace attest::backends;
using namespace attest::backends::for_tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Vector = std::vector<double>;

/// One token with this vector in row 0 and head 0, zeros elsewhere.
View token_with(const Case& value, const Vector& vector) {
  View fed = make_view(element_of(value.dtype),
                       {value.batch, value.kv_heads, 1, static_cast<std::int64_t>(vector.size())});
  for (std::size_t c = 0; c < vector.size(); ++c) set(fed, 0, 0, 0, static_cast<std::int64_t>(c), vector[c]);
  return fed;
}

bool all_nan(const Vector& vector) {
  return std::all_of(vector.begin(), vector.end(), [](double x) { return std::isnan(x); });
}

} // namespace

TEST_CASE("tokens of earlier steps come back as the contract's vectors say, this step's as they were fed") {
  const Json items =
      parse_json(read_file(attest::testing::source_path("cases/vectors/data.json")), "data.json")
          .at("quantized");
  REQUIRE(items.size() == 9);
  for (const Json& item : items) {
    INFO(item.dump());
    const Case value = parse_line("dim=6 steps=3x1 cache=quantized:" + item["bits"].dump() +
                                  " dtype=" + item["dtype"].get<std::string>());
    const Vector in = item["in"], out = item["out"], zeros(6, 0.0);
    for (View KeysValues::*part : {&KeysValues::k, &KeysValues::v}) {
      const auto cache = cache_of(CacheKind::quantized).make(value);
      const auto update = [&](const Vector& vector) {
        const View fed = token_with(value, vector), other = token_with(value, zeros);
        return part == &KeysValues::k ? cache->update(fed, other) : cache->update(other, fed);
      };
      CHECK(channels_of(update(in).*part, 0, 0, 0) == in);
      const KeysValues second = update(in);
      CHECK(channels_of(second.*part, 0, 0, 0) == out);
      CHECK(channels_of(second.*part, 0, 0, 1) == in);
      const KeysValues third = update(zeros);
      CHECK(channels_of(third.*part, 0, 0, 0) == out); // read twice, rounded once
      CHECK(channels_of(third.*part, 0, 0, 1) == out);
    }
  }
}

TEST_CASE("every row, head and token has a scale of its own") {
  const Case value = parse_line("batch=2 heads=2 dim=2 steps=2,1 cache=quantized:2");
  const auto cache = cache_of(CacheKind::quantized).make(value);
  View fed = make_view(Element::f32, {2, 2, 2, 2});
  for (std::int64_t i = 0; i < 8; ++i) {
    set(fed, i / 4, i / 2 % 2, i % 2, 0, static_cast<double>(10 * i)); // least and greatest are exact
    set(fed, i / 4, i / 2 % 2, i % 2, 1, static_cast<double>(10 * i + 3));
  }
  cache->update(fed, fed);
  const View one = make_view(Element::f32, {2, 2, 1, 2});
  const KeysValues read = cache->update(one, one);
  for (std::int64_t i = 0; i < 8; ++i)
    CHECK(channels_of(read.k, i / 4, i / 2 % 2, i % 2) ==
          Vector{static_cast<double>(10 * i), static_cast<double>(10 * i + 3)});
}

TEST_CASE("a quantized cache forgets what is cropped and reset") {
  Feeder cache("dim=1 steps=4,crop:2,1,reset,1 cache=quantized:4");
  CHECK(cache.feed(4) == Slots{0, 1, 2, 3});
  cache.crop(2);
  CHECK(cache.feed(1) == Slots{0, 1, 2});
  cache.crop(0);
  CHECK(cache.feed(1) == Slots{0});
  cache.reset();
  CHECK(cache.feed(2) == Slots{0, 1});
}

TEST_CASE("codes count steps from the least number, ties to even") {
  CHECK(coded({-1, 0, 1, 2}, 2) == CodedVector{.low = -1, .step = 1, .codes = {0, 1, 2, 3}});
  CHECK(coded({0, 3, 0.5, 1.5, 2.5}, 2) == CodedVector{.low = 0, .step = 1, .codes = {0, 3, 0, 2, 2}});
  CHECK(coded({255, 0}, 8) == CodedVector{.low = 0, .step = 1, .codes = {255, 0}});
  CHECK(coded({-1.25, -1.25}, 4) == CodedVector{.low = -1.25, .step = 0, .codes = {0, 0}});
  CHECK(decoded({.low = -1, .step = 0.5, .codes = {3, 0}}) == Vector{0.5, -1});
  CHECK(decoded(coded({}, 2)).empty());
}

TEST_CASE("a vector that is not finite, or whose span is not, comes back as nan") {
  CHECK(all_nan(decoded(coded({1, std::nan(""), 2}, 4))));
  CHECK(all_nan(decoded(coded({1, -infinity}, 8))));
  CHECK(all_nan(decoded(coded({1e308, -1e308}, 8))));
  CHECK(decoded(coded({1, std::nan("")}, 4)).size() == 2);
}
