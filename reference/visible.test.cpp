// The pictures of CONTRACT section 4 by hand, and the ranges against the predicate.
#include "reference/visible.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/random_cases.hpp"

namespace attest::reference {
namespace {

/// One string per query 0..tokens-1, one character per key 0..tokens-1.
std::string picture_of(const std::string& line, std::int64_t tokens, std::int64_t sequence = 0) {
  const Case in = parse_line(line);
  std::string text;
  for (std::int64_t q = 0; q < tokens; ++q) {
    if (q > 0) text += '|';
    for (std::int64_t k = 0; k < tokens; ++k) text += visible(in, sequence, q, k) ? '#' : '.';
  }
  return text;
}

TEST_CASE("each term shows what its definition says") {
  CHECK(picture_of("steps=3 mask=full", 3) == "###|###|###");
  CHECK(picture_of("steps=3 mask=causal", 3) == "#..|##.|###");
  CHECK(picture_of("steps=5 mask=causal&window:2", 5) == "#....|##...|.##..|..##.|...##");
  CHECK(picture_of("steps=5 mask=full&window:2", 5) == "#####|#####|.####|..###|...##");
  CHECK(picture_of("steps=5 mask=band:1", 5) == "##...|###..|.###.|..###|...##");
  CHECK(picture_of("steps=4 mask=window:2&ahead:1", 4) == "##..|###.|.###|..##");
  CHECK(picture_of("steps=4 mask=ahead:-1", 4) == "....|#...|##..|###.");
  CHECK(picture_of("steps=6 mask=causal&chunk:3 pad=left:1", 6) ==
        "......|.#....|.##...|.###..|....#.|....##");
  CHECK(picture_of("steps=7 mask=causal&documents:3,2", 7) ==
        "#......|##.....|###....|...#...|...##..|...###.|...####");
  CHECK(picture_of("steps=6 mask=causal&prefix:1|window:2", 6) ==
        "######|######|######|#.####|#..###|#...##");
  CHECK(picture_of("steps=6 mask=causal&window:2|blocks:1-4", 6) ==
        "#.....|#####.|.####.|.####.|.####.|....##");
  CHECK(picture_of("steps=6 mask=window:2&(causal|blocks:1-4)", 6) ==
        "#.....|#####.|.####.|..###.|...##.|....##");
}

TEST_CASE("is_causal comes after the expression, pads after is_causal") {
  CHECK(picture_of("steps=3 mask=prefix:2|causal is_causal=true", 3) == "#..|##.|###");
  CHECK(picture_of("steps=3 mask=full is_causal=true", 3) == "#..|##.|###");
  CHECK(picture_of("steps=5 mask=causal&window:2 is_causal=false", 5) == "#####|#####|.####|..###|...##");
  CHECK(picture_of("steps=3 mask=ahead:0 is_causal=false", 3) == "#..|##.|###");
  CHECK(picture_of("steps=4 mask=full|prefix:9 pad=bits:0110", 4) == ".##.|.##.|.##.|.##.");
  CHECK(picture_of("steps=4 mask=full pad=right:1", 4) == "###.|###.|###.|###.");
}

TEST_CASE("chunks move with the leading pads of each sequence") {
  const std::string line = "batch=2 steps=6 mask=chunk:3 pad=bits:001111,101111";
  CHECK(picture_of(line, 6, 0) == "......|......|..###.|..###.|..###.|.....#");
  CHECK(picture_of(line, 6, 1) == "#.#...|#.#...|#.#...|...###|...###|...###");
}

TEST_CASE("documents may differ by sequence") {
  const std::string line = "batch=2 steps=4 mask=documents:1,3/3,1";
  CHECK(picture_of(line, 4, 0) == "#...|.###|.###|.###");
  CHECK(picture_of(line, 4, 1) == "###.|###.|###.|...#");
}

TEST_CASE("negative indices see what the mask says") {
  const Case chunk = parse_line("steps=1 keys=4 mask=chunk:3 pad=left:1 offset=-3");
  CHECK(visible(chunk, 0, -3, -4)); // (-4-1)/3 and (-3-1)/3 are both -2, rounded down
  CHECK(!visible(chunk, 0, -3, -2));
  CHECK(visible(chunk, 0, -2, -1));
  CHECK(!visible(chunk, 0, -1, 1)); // rounding towards 0 would join them
  CHECK(visible(chunk, 0, 1, 3));
  const Case documents = parse_line("steps=1 keys=4 mask=documents:2,2 offset=-3");
  CHECK(visible(documents, 0, -3, 1));
  CHECK(!visible(documents, 0, -3, 2));
  CHECK(visible(documents, 0, 3, 99)); // the last has no end
  const Case single = parse_line("steps=1 mask=documents:2");
  CHECK(visible(single, 0, -3, 99));
  const Case window = parse_line("steps=1 keys=4 mask=window:2 offset=-3");
  CHECK(visible(window, 0, -3, 0));
}

TEST_CASE("ranges and predicate are one") {
  attest::testing::property("visible_ranges are the keys that are visible", [] {
    using testing::any;
    Case in = {.batch = any(1, 3)};
    const std::int64_t prefill = any(1, 8);
    in.steps = {Feed{.tokens = prefill}};
    in.keys = prefill;
    in.mask = testing::any_mask(in.batch);
    in.pad = testing::any_pad(in.batch, prefill);
    if (any(0, 1) == 1) in.is_causal = any(0, 1) == 1;
    const std::int64_t sequence = any(0, in.batch - 1), end = any(0, 14);
    for (std::int64_t q = -5; q <= 20; ++q) {
      Ranges seen;
      for (std::int64_t k = 0; k < end; ++k)
        if (visible(in, sequence, q, k)) seen = united(seen, {{.first = k, .end = k + 1}});
      RC_ASSERT(visible_ranges(in, sequence, q, end) == seen);
    }
  });
}

} // namespace
} // namespace attest::reference
