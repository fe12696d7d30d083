// Shrinking against faults whose smallest case is known by hand, and its laws for any fault.
#include "harness/shrink.hpp"

#include "cases/line.hpp"
#include "harness/generate.hpp"
#include "harness/shrink/size.hpp"
#include "harness/shrink/valid.hpp"
#include "harness/shrinking.test.hpp"

#include <set>

using namespace attest;
using namespace attest::testing;
using harness::Shrinker;
using harness::Shrunk;

namespace {

/// Judges for real, on a backend with this mistake.
Shrinker on(const Fake& fake) {
  return {.judge = [fake](const Case& value) { return harness::judge_with(value, able(), asking(fake)); },
          .declaration = able()};
}

Shrunk shrunk(const std::string& line, const Shrinker& shrinker) {
  const Case value = reference::read_line(line);
  return harness::shrink(value, *shrinker.judge(value), shrinker);
}

std::string line_of(const Shrunk& result) { return print_line(result.value); }

std::int64_t tokens_of(const Case& value) {
  std::int64_t tokens = 0;
  for (const Entry& entry : value.steps)
    if (const auto* feed = std::get_if<Feed>(&entry)) tokens += feed->tokens;
  return tokens;
}

std::int64_t feeds_of(const Case& value) {
  return std::count_if(value.steps.begin(), value.steps.end(),
                       [](const Entry& entry) { return std::holds_alternative<Feed>(entry); });
}

const Fake unmasked_zeros = {.cells = [](const Case&, const StepPlan& plan, Cells& cells) {
  const auto tokens = attest::tokens_of(plan);
  change_cells(cells, [&](std::int64_t, std::int64_t, std::int64_t slot, std::uint8_t& seen) {
    if (tokens[static_cast<std::size_t>(slot)] < 0) seen = 1;
  });
}};

void widen(Mask& mask) {
  if (mask.term.kind == TermKind::window) ++mask.term.number;
  for (Mask& part : mask.parts) widen(part);
}

} // namespace

TEST_CASE("a static cache that is not masked shrinks to one token and one slot") {
  const std::string smallest = "steps=1 cache=static:2";
  for (const auto* line :
       {"batch=2 steps=5,1 cache=static:8", "steps=9,1,3 cache=static:20 dtype=bf16 seed=7",
        "batch=3 heads=4/2 dim=16 steps=4,crop:2,3x1 cache=static:12 pad=left:0,2,1",
        "batch=2 steps=3,reorder:1/0,2,1 cache=static:9 mask=causal&window:4 scale=0.3"}) {
    INFO(line);
    const Shrunk result = shrunk(line, on(unmasked_zeros));
    CHECK(line_of(result) == smallest);
    CHECK(result.judgement.kind == "leak.unfilled");
  }
}

TEST_CASE("a causal mask that is missing shrinks to two tokens") {
  CHECK(line_of(shrunk("batch=2 heads=2 steps=7,2,1 cache=dynamic dtype=f16 data=large",
                       on(with_mask("full")))) == "steps=2");
}

TEST_CASE("a window that is one too wide shrinks to a window of one") {
  const Fake wide = as_case([](Case& value) { widen(value.mask); });
  CHECK(line_of(shrunk("steps=9,2,1 cache=dynamic mask=causal&window:4", on(wide))) ==
        "steps=2 mask=window:1");
  // The window of the cache goes down with that of the mask.
  const Shrinker needs_sliding = by([](const Case& value) {
    return value.cache.kind == CacheKind::sliding && tokens_of(value) > value.cache.numbers[0] ? "x" : "";
  });
  CHECK(line_of(shrunk("steps=3,3,2,1 cache=sliding:4 mask=causal&window:4", needs_sliding)) ==
        "steps=2 cache=sliding:1");
}

TEST_CASE("pads move to the front with the token that needs them") {
  const Shrinker needs_pads = by([](const Case& value) {
    const auto& counts = value.pad.counts;
    return std::any_of(counts.begin(), counts.end(), [](std::int64_t count) { return count > 0; }) ? "x" : "";
  });
  CHECK(line_of(shrunk("batch=3 steps=12,1 cache=static:16 pad=right:0,5,2 form=bool", needs_pads)) ==
        "steps=1 pad=left:1");
}

TEST_CASE("what the fault needs stays") {
  const Shrinker needs_much = by([](const Case& value) {
    return value.batch >= 2 && value.query_heads >= 2 && value.dtype == Dtype::bf16 && feeds_of(value) >= 3
               ? "x"
               : "";
  });
  CHECK(line_of(shrunk("batch=4 heads=6/3 steps=5,reorder:3/2/1/0,4,1 cache=paged:3 dtype=bf16",
                       needs_much)) == "batch=2 heads=2/1 steps=3x1 cache=dynamic dtype=bf16");
}

TEST_CASE("the edge of a tile is found") {
  const Shrinker needs_seventeen =
      by([](const Case& value) { return value.keys.value_or(0) >= 17 ? "x" : ""; });
  CHECK(line_of(shrunk("steps=60", needs_seventeen)) == "steps=17");
}

TEST_CASE("another class on the way is told, and not followed") {
  const Shrinker two_faults = by([](const Case& value) {
    const std::int64_t keys = value.keys.value_or(0);
    return keys >= 3 ? "a" : keys == 2 ? "b" : "";
  });
  const Shrunk result = shrunk("steps=9", two_faults);
  CHECK(line_of(result) == "steps=3");
  REQUIRE(result.others.size() == 1);
  CHECK(result.others[0].kind == "b");
  CHECK(two_faults.judge(result.others[0].value)->kind == "b");
}

TEST_CASE("the budget is kept") {
  std::int64_t asked = -1; // the original is not a candidate
  Shrinker shrinker = by([&](const Case&) {
    ++asked;
    return "x";
  });
  shrinker.budget = 5;
  const Shrunk result = shrunk("batch=3 heads=3 steps=9,9,9 cache=dynamic dtype=bf16 data=large", shrinker);
  CHECK(asked == 5);
  CHECK(result.judged == 5);
}

TEST_CASE("few candidates may hang") {
  std::int64_t asked = -1;
  const Shrinker hanging = by([&](const Case&) {
    ++asked;
    return "timeout";
  });
  shrunk("batch=3 heads=3 steps=9,9,9 cache=dynamic dtype=bf16 data=large", hanging);
  CHECK(asked == 4);
}

TEST_CASE("a judge that says stop ends it with the smallest so far") {
  std::int64_t left = 3;
  const Shrinker stopping = {.judge = [&](const Case&) -> std::optional<Judgement> {
                               if (left-- == 0) return {};
                               return Judgement{.verdict = reports::Verdict::disagrees, .kind = "x"};
                             },
                             .declaration = able()};
  const Shrunk result = shrunk("batch=2 heads=2 steps=9,9 cache=dynamic", stopping);
  CHECK(result.judged == 2);
  CHECK(result.value.batch == 1);
}

TEST_CASE("what the backend refuses is not asked") {
  Shrinker shrinker = by([](const Case& value) { return value.cache.kind == CacheKind::none ? "" : "x"; });
  shrinker.declaration.refuses = {{.all = {"cache.dynamic"}, .reason = "no"}};
  const Shrinker counting = {.judge =
                                 [&](const Case& value) {
                                   CHECK(value.cache.kind != CacheKind::dynamic);
                                   return shrinker.judge(value);
                                 },
                             .declaration = shrinker.declaration};
  CHECK(line_of(shrunk("steps=4,1 cache=paged:2", counting)) == "steps=1 cache=static:1");
}

TEST_CASE("laws of shrinking") {
  // A fault that needs an arbitrary set of features of the original, by number.
  attest::testing::property(
      "same class, never larger, valid, none asked twice, deterministic", [](std::uint64_t seed) {
        const Case original = harness::random_case(seed % 1000, seed / 1000 % 1000);
        const auto needs = needs_of(original);
        const std::string needed = needs[seed % needs.size()];
        std::set<std::string> asked;
        bool lawful = true;
        const Shrinker shrinker = by([&](const Case& value) {
          lawful = lawful && harness::is_valid(value) && asked.insert(print_line(value)).second;
          const auto own = needs_of(value);
          return std::count(own.begin(), own.end(), needed) > 0 ? "x" : "";
        });
        const Judgement judgement{.verdict = reports::Verdict::disagrees, .kind = "x"};
        const Shrunk once = harness::shrink(original, judgement, shrinker);
        RC_ASSERT(lawful);
        RC_ASSERT(once.judgement.kind == "x");
        RC_ASSERT(harness::size_of(once.value) <= harness::size_of(original));
        const auto own = needs_of(once.value);
        RC_ASSERT(std::count(own.begin(), own.end(), needed) > 0);
        asked.clear();
        const Shrunk twice = harness::shrink(original, judgement, shrinker);
        RC_ASSERT(twice.value == once.value);
        RC_ASSERT(twice.judged == once.judged);
      });
}
