// Numbers derived from a case.
#include "cases/case.hpp"

#include "cases/testing.hpp"

namespace attest {

TEST_CASE("keys and offset have defaults with cache=none only") {
  const Case plain = with_defaults(Case{.steps = {Feed{4}}});
  CHECK(plain.keys == 4);
  CHECK(plain.offset == 0);
  const Case longer = with_defaults(Case{.steps = {Feed{2}}, .keys = 6});
  CHECK(longer.offset == 4);
  const Case shorter = with_defaults(Case{.steps = {Feed{5}}, .keys = 2});
  CHECK(shorter.offset == -3);
  const Case cached = with_defaults(Case{.steps = {Feed{4}}, .cache = Cache{.kind = CacheKind::dynamic}});
  CHECK_FALSE(cached.keys.has_value());
  CHECK_FALSE(cached.offset.has_value());
}

TEST_CASE("the scale is one over the root of the size of q and k, unless given") {
  CHECK(scale_of(Case{.dim = 16}) == 0.25);
  CHECK(scale_of(Case{.dim = 16, .scale = 0.0}) == 0.0);
}

TEST_CASE("a list of one serves every head, and numbers are rounded to the dtype") {
  const Case value{.query_heads = 2, .dtype = Dtype::bf16};
  CHECK(per_head(value, {0.5}, 1) == 0.5);
  CHECK(per_head(value, {0.5, -2}, 1) == -2);
  CHECK(per_head(value, {1.001}, 0) == 1.0);
}

TEST_CASE("query heads share kv heads in groups") {
  const Case value{.query_heads = 8, .kv_heads = 2};
  CHECK(kv_head_of(value, 0) == 0);
  CHECK(kv_head_of(value, 3) == 0);
  CHECK(kv_head_of(value, 4) == 1);
  CHECK(kv_head_of(value, 7) == 1);
}

} // namespace attest
