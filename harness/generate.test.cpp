// The laws of random cases: valid for every kind of cache, a pure function of seed and index, and rich enough
// to be worth running.
#include "harness/generate.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "cases/validate.hpp"
#include "cases/words.hpp"
#include "reference/rules.hpp"

#include <set>

using namespace attest;
using attest::harness::random_case;

namespace {

constexpr std::uint64_t tries = 20'000;

void check_valid(std::uint64_t seed, std::optional<CacheKind> kind) {
  for (std::uint64_t index = 0; index < tries; ++index) {
    const Case value = random_case(seed, index, kind);
    INFO(print_line(value));
    REQUIRE_NOTHROW(validate(value));
    REQUIRE_NOTHROW(reference::check(value));
    if (kind) REQUIRE(value.cache.kind == *kind);
  }
}

} // namespace

TEST_CASE("random cases of every kind of cache are valid") {
  const auto names = names_of<CacheKind>();
  for (std::size_t kind = 0; kind < names.size(); ++kind) {
    INFO(names[kind]);
    check_valid(kind, static_cast<CacheKind>(kind));
  }
  check_valid(7, {});
}

TEST_CASE("long rows on demand are valid") {
  std::int64_t many = 0, normal = 0;
  for (std::uint64_t index = 0; index < 2000; ++index) {
    const Case value = random_case(4, index, {}, {.longest = 512});
    INFO(print_line(value));
    REQUIRE_NOTHROW(validate(value));
    REQUIRE_NOTHROW(reference::check(value));
    std::int64_t keys = value.keys.value_or(0);
    if (const auto* feed = std::get_if<Feed>(&value.steps.front())) keys = std::max(keys, feed->tokens);
    REQUIRE(keys <= 512);
    many += keys >= 64;
    normal += value.data == Data::normal;
  }
  CHECK(many > 600);
  CHECK(many < 1000);
  CHECK(normal < 1200);
}

TEST_CASE("sizes bound what a case costs, and change nothing that is drawn before them") {
  bool is_long = false;
  for (std::uint64_t index = 0; index < tries; ++index) {
    const Case value =
        random_case(3, index, {}, {.long_percent = 0, .short_length = 5, .most_steps = 2, .least_dim = 4});
    INFO(print_line(value));
    REQUIRE_NOTHROW(reference::check(value));
    REQUIRE(std::min(value.dim, value.value_dim) >= 4);
    REQUIRE(std::get<Feed>(value.steps.front()).tokens <= 5);
    REQUIRE(value.steps.size() <= 3); // two steps, and an operation between them
    const Case usual = random_case(3, index);
    REQUIRE(value.batch == usual.batch);
    is_long = is_long || std::get<Feed>(usual.steps.front()).tokens > 12;
  }
  CHECK(is_long);
}

TEST_CASE("a random case is its line") {
  attest::testing::property("the line reads back", [](std::uint64_t seed, std::uint64_t index) {
    const Case value = random_case(seed, index);
    RC_ASSERT(parse_line(print_line(value)) == value);
  });
}

TEST_CASE("a random case is a function of seed and index") {
  attest::testing::property("the same twice", [](std::uint64_t seed, std::uint64_t index) {
    RC_ASSERT(random_case(seed, index) == random_case(seed, index));
  });
  std::set<std::string> lines;
  for (std::uint64_t index = 0; index < 1000; ++index) {
    lines.insert(print_line(random_case(1, index)));
    lines.insert(print_line(random_case(2, index)));
  }
  CHECK(lines.size() == 2000);
}

TEST_CASE("random cases reach every word of the case language") {
  std::set<std::string> words;
  for (std::uint64_t index = 0; index < 5000; ++index) {
    const Case value = random_case(3, index);
    for (const auto& word : full_words(value)) words.insert(word);
    for (const auto& term : terms_of(value.mask)) words.insert(std::string(term_name(term.kind)));
    if (!value.sink.empty()) words.insert("with sink");
    if (!value.alibi.empty()) words.insert("with alibi");
    if (value.softcap) words.insert("with softcap");
    if (value.scale) words.insert("with scale");
    for (const auto& entry : value.steps) words.insert("entry " + std::to_string(entry.index()));
  }
  for (const auto* wanted : {"form=none",
                             "form=padding",
                             "form=bool",
                             "form=additive",
                             "form=additive-inf",
                             "mask_shape=b1qk",
                             "mask_shape=bhqk",
                             "mask_shape=11qk",
                             "mask_shape=qk",
                             "mask_dtype=f64",
                             "mask_dtype=f16",
                             "dtype=f32",
                             "dtype=f64",
                             "dtype=f16",
                             "dtype=bf16",
                             "layout=bhds",
                             "layout=sbhd",
                             "layout=bshd",
                             "memory=sliced",
                             "memory=expanded",
                             "unfilled=canary",
                             "unfilled=nan",
                             "data=near-tie",
                             "data=zero-keys",
                             "is_causal=true",
                             "is_causal=false",
                             "rows=all",
                             "cache=none",
                             "cache=dynamic",
                             "cache=cross",
                             "cache=quantized:4",
                             "full",
                             "causal",
                             "window",
                             "ahead",
                             "band",
                             "chunk",
                             "prefix",
                             "documents",
                             "blocks",
                             "with sink",
                             "with alibi",
                             "with softcap",
                             "with scale",
                             "entry 0",
                             "entry 1",
                             "entry 2",
                             "entry 3"}) {
    INFO(wanted);
    CHECK(words.count(wanted) == 1);
  }
}
