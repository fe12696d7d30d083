// Rules of cases that were built in code, where no reader has looked before.
#include "cases/validate.hpp"

#include "cases/error.hpp"
#include "cases/testing.hpp"

#include <optional>

namespace attest {

namespace {

std::optional<ErrorKind> kind_of(const Case& value) {
  try {
    validate(with_defaults(value));
    return {};
  } catch (const InputError& error) {
    return error.kind();
  }
}

const Cache dynamic = {.kind = CacheKind::dynamic};

} // namespace

TEST_CASE("a case without steps, or with too many") {
  CHECK(kind_of(Case{}) == ErrorKind::syntax);
  CHECK(kind_of(Case{.steps = std::vector<Entry>(4096, Feed{1}), .cache = dynamic}) == std::nullopt);
  CHECK(kind_of(Case{.steps = std::vector<Entry>(4097, Feed{1}), .cache = dynamic}) == ErrorKind::range);
}

TEST_CASE("tokens of a sequence are counted through crop and reset") {
  const std::int64_t most = 1 << 20;
  CHECK(kind_of(Case{.steps = {Feed{most}, Crop{0}, Feed{most}, Reset{}, Feed{most}}, .cache = dynamic}) ==
        std::nullopt);
  CHECK(kind_of(Case{.steps = {Feed{most}, Crop{1}, Feed{most}}, .cache = dynamic}) == ErrorKind::range);
  CHECK(kind_of(Case{.steps = {Feed{4}, Reset{}, Feed{2}, Crop{3}, Feed{1}}, .cache = dynamic}) ==
        ErrorKind::range);
}

TEST_CASE("a static cache must hold the longest sequence, not the last") {
  const Cache four = {.kind = CacheKind::static_, .numbers = {4}};
  CHECK(kind_of(Case{.steps = {Feed{4}, Crop{2}, Feed{2}}, .cache = four}) == std::nullopt);
  CHECK(kind_of(Case{.steps = {Feed{3}, Feed{2}, Crop{0}, Feed{1}}, .cache = four}) == ErrorKind::overflow);
}

TEST_CASE("numbers of caches") {
  CHECK(kind_of(Case{.steps = {Feed{4}}, .cache = Cache{.kind = CacheKind::static_}}) == ErrorKind::syntax);
  CHECK(kind_of(Case{.steps = {Feed{4}}, .cache = Cache{.kind = CacheKind::dynamic, .numbers = {3}}}) ==
        ErrorKind::syntax);
  CHECK(kind_of(Case{.steps = {Feed{4}}, .cache = Cache{.kind = CacheKind::sink, .numbers = {0, 4}}}) ==
        ErrorKind::range);
  CHECK(kind_of(Case{.steps = {Feed{4}},
                     .cache = Cache{.kind = CacheKind::static_sliding, .numbers = {2, 3}}}) == std::nullopt);
}

TEST_CASE("decimals must be writable") {
  CHECK(kind_of(Case{.steps = {Feed{4}}, .scale = 1.0 / 3}) == ErrorKind::range);
  CHECK(kind_of(Case{.steps = {Feed{4}}, .sink = {1e300}}) == ErrorKind::range);
  CHECK(kind_of(Case{.steps = {Feed{4}}, .softcap = -0.0}) == ErrorKind::range);
}

TEST_CASE("a key's own rule can be asked for alone") {
  const Case value{.batch = 0, .query_heads = 3, .kv_heads = 2};
  CHECK_THROWS_WITH(check_key("batch", value), "batch must be 1 to 1048576, not 0");
  CHECK_THROWS_WITH(check_key("heads", value), "3 query heads must be a multiple of 2 kv heads");
  CHECK_NOTHROW(check_key("layout", value));
}

} // namespace attest
