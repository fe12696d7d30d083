// The window caches of old transformers releases, against the tables of SEMANTICS 2.4.
#include "backends/registry.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"

#include <stdexcept>

using namespace attest;
using namespace attest::backends;

namespace {

const CacheType& type_named(const std::string& name) {
  for (const CacheType& type : cache_types())
    if (type.name == name) return type;
  throw std::logic_error("no cache " + name);
}

/// What each step returns, token by token, "Z" for zeros: tokens are fed as token + 1 in every channel.
std::vector<std::string> returned(const std::string& name, const std::string& line,
                                  const std::vector<std::int64_t>& steps) {
  const Case value = parse_line("dim=1 " + line);
  const auto cache = type_named(name).make(value);
  std::vector<std::string> all;
  double token = 0;
  for (const std::int64_t fresh : steps) {
    View k = make_view(Element::f32, {1, 1, fresh, 1});
    for (std::int64_t i = 0; i < fresh; ++i) set(k, 0, 0, i, 0, ++token);
    const KeysValues read = cache->update(k, k);
    std::string slots;
    for (std::int64_t j = 0; j < read.k.shape[2]; ++j) {
      const double held = get(read.k, 0, 0, j, 0);
      CHECK(get(read.v, 0, 0, j, 0) == held);
      slots += held == 0 ? "Z" : std::to_string(static_cast<int>(held) - 1);
    }
    all.push_back(slots);
  }
  return all;
}

using Slots = std::vector<std::string>;

} // namespace

TEST_CASE("the cache of 4.42 to 4.51 rolls one step too early") {
  CHECK(returned("static-sliding-rolled-early", "steps=3,4x1 cache=static-sliding:4,8 mask=causal&window:4",
                 {3, 1, 1, 1, 1}) == Slots{"012Z", "12Z3", "2Z34", "Z345", "3456"});
  CHECK(returned("static-sliding-rolled-early", "steps=3,3 cache=static-sliding:4,8 mask=causal&window:4",
                 {3, 3}) == Slots{"012Z", "12Z5"});
  CHECK(returned("static-sliding-rolled-early", "steps=5,3 cache=static-sliding:4,8 mask=causal&window:4",
                 {5, 3}) == Slots{"01234", "2347"});
}

TEST_CASE("the cache of 4.52 to 4.55 rolls in time, and keeps the last token of a continuation only") {
  CHECK(returned("static-sliding-keep-last", "steps=3,1,1 cache=static-sliding:4,8 mask=causal&window:4",
                 {3, 1, 1}) == Slots{"012Z", "0123", "1234"});
  CHECK(returned("static-sliding-keep-last", "steps=3,3 cache=static-sliding:4,8 mask=causal&window:4",
                 {3, 3}) == Slots{"012Z", "12Z5"});
  CHECK(returned("static-sliding-keep-last", "steps=5,3 cache=static-sliding:4,8 mask=causal&window:4",
                 {5, 3}) == Slots{"01234", "2347"});
}

TEST_CASE("for chunked masks 4.53 had a right cache") {
  CHECK(returned("static-sliding-keep-last", "steps=3,3 cache=static-sliding:4,8 mask=causal&chunk:4",
                 {3, 3}) == Slots{"012Z", "012345"});
}

TEST_CASE("after a reset the old window caches count from token 0 again") {
  const std::string name = GENERATE("static-sliding-rolled-early", "static-sliding-keep-last");
  const Case value = parse_line("dim=1 steps=3,1 cache=static-sliding:4,8 mask=causal&window:4");
  const auto cache = type_named(name).make(value);
  View k = make_view(Element::f32, {1, 1, 3, 1});
  for (std::int64_t i = 0; i < 3; ++i) set(k, 0, 0, i, 0, 7);
  cache->update(k, k);
  cache->reset();
  for (std::int64_t i = 0; i < 3; ++i) set(k, 0, 0, i, 0, 5);
  const KeysValues read = cache->update(k, k);
  CHECK(get(read.k, 0, 0, 2, 0) == 5);
  CHECK(get(read.k, 0, 0, 3, 0) == 0);
}

TEST_CASE("a growing window of one keeps all keys from 4.56 on") {
  CHECK(returned("sliding-one-keeps-all", "steps=2,1 cache=sliding:1 mask=causal&window:1", {2, 1}) ==
        Slots{"01", "012"});
  CHECK(returned("sliding-one-keeps-all", "steps=2,1,1 cache=sliding:2 mask=causal&window:2", {2, 1, 1}) ==
        Slots{"01", "12", "23"});
}

TEST_CASE("chunks are kept by the same layer as windows") {
  CHECK(returned("chunked-one-keeps-all", "steps=3,1 cache=chunked:3 mask=causal&chunk:3", {3, 1}) ==
        Slots{"012", "123"});
}
