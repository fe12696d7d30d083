// What 4.53 to 5 hand to a kernel, against SEMANTICS sections 1.5, 2.2, 2.4, 3.2, 3.3 and 4.2.
#include "backends/policies/hf_testing.hpp"
#include "cases/testing.hpp"

using namespace attest;
using namespace attest::backends;
using namespace attest::backends::hf::testing;

TEST_CASE("chunks ignore left padding in 4.53, and are counted from the first real token in 4.57 and 5") {
  const Family family = GENERATE(Family::eager, Family::sdpa);
  const auto mask = [&](const std::string& policy) {
    return answer_of({.policy = policy,
                      .family = family,
                      .line = "steps=5 mask=causal&chunk:3 pad=left:1",
                      .fresh = 5,
                      .padding = {"01111"},
                      .width = 5})
        .mask;
  };
  CHECK(mask("hf-4.53") == ".....|.#...|.##..|...#.|...##");
  CHECK(mask("hf-4.57") == ".....|.#...|.##..|.###.|....#");
  CHECK(mask("hf-5") == ".....|.#...|.##..|.###.|....#");
}

TEST_CASE("sdpa gets BOOL masks, eager additive ones and always one if causal") {
  const std::string policy = GENERATE("hf-4.53", "hf-4.57", "hf-5");
  const std::string line = "steps=2,2,1 cache=dynamic";
  const Answer more = answer_of({.policy = policy, .line = line, .before = 2, .fresh = 2, .width = 4});
  CHECK(more.mask == "###.|####");
  CHECK(more.element == Element::boolean);
  CHECK_FALSE(more.is_causal);
  CHECK(answer_of({.policy = policy, .line = line, .before = 4, .width = 5}).mask == "none");
  const Answer eager = answer_of(
      {.policy = policy, .family = Family::eager, .line = line + " dtype=bf16", .before = 4, .width = 5});
  CHECK(eager.mask == "#####");
  CHECK(eager.element == Element::bf16);
}

TEST_CASE("a static cache always has a mask in 4.53 and 4.57; 5 skips it for the prefill") {
  const std::string line = "steps=3,1 cache=static:6";
  for (const std::string policy : {"hf-4.53", "hf-4.57"}) {
    CHECK(answer_of({.policy = policy, .line = line, .fresh = 3, .width = 6}).mask == "#.....|##....|###...");
    CHECK(answer_of({.policy = policy, .line = line, .before = 3, .width = 6}).mask == "####..");
  }
  const Answer prefill = answer_of({.policy = "hf-5", .line = line, .fresh = 3, .width = 6});
  CHECK(prefill.mask == "none");
  CHECK(prefill.is_causal);
  CHECK(answer_of({.policy = "hf-5", .line = line, .before = 3, .width = 6}).mask == "####..");
  const std::string ones = line + " form=padding";
  CHECK(answer_of({.policy = "hf-5", .line = ones, .fresh = 3, .padding = {"111"}, .width = 6}).mask ==
        "none");
  CHECK(answer_of({.policy = "hf-5", .line = ones, .before = 3, .padding = {"1111"}, .width = 6}).mask ==
        "####..");
}

TEST_CASE(
    "without cache and 2-D mask 4.53 and 4.57 take the positions for a packed sequence and make a mask") {
  for (const std::string policy : {"hf-4.53", "hf-4.57"}) {
    CHECK(answer_of({.policy = policy, .line = "steps=3", .fresh = 3, .width = 3}).mask == "#..|##.|###");
    const Answer ones = answer_of(
        {.policy = policy, .line = "steps=3 form=padding", .fresh = 3, .padding = {"111"}, .width = 3});
    CHECK(ones.mask == "none");
    CHECK(ones.is_causal);
  }
  CHECK(answer_of({.policy = "hf-5", .line = "steps=3", .fresh = 3, .width = 3}).mask == "none");
}

TEST_CASE(
    "4.53 announces SlidingWindowCache's slots for a continuation, later releases what the layer returns") {
  const std::string line = "steps=3,3 cache=static-sliding:4,6 mask=causal&window:4";
  CHECK(answer_of({.policy = "hf-4.53", .line = line, .before = 3, .fresh = 3, .width = 4}).mask ==
        "####|.###|..##");
  const std::string policy = GENERATE("hf-4.57", "hf-5");
  CHECK(answer_of({.policy = policy, .line = line, .before = 3, .fresh = 3, .width = 6}).mask ==
        "####..|.####.|..####");
}

TEST_CASE("a growing window cache announces what SEMANTICS 2.2 says of the plan 3,3,2,1") {
  const std::string policy = GENERATE("hf-4.57", "hf-5");
  const std::string line = "steps=3,3,2,1 cache=sliding:4 mask=causal&window:4";
  CHECK(answer_of({.policy = policy, .line = line, .fresh = 3, .width = 3}).mask == "none");
  CHECK(answer_of({.policy = policy, .line = line, .before = 3, .fresh = 3, .width = 6}).mask ==
        "####..|.####.|..####");
  CHECK(answer_of({.policy = policy, .line = line, .before = 6, .fresh = 2, .width = 5}).mask ==
        "####.|.####");
  CHECK(answer_of({.policy = policy, .line = line, .before = 8, .width = 4}).mask == "####");
}

TEST_CASE("chunks on window caches follow each row's padding") {
  // SEMANTICS 1.5: C=3, rows lp = 2 and 0, two queries at offset 5 over keys 3 to 6.
  const Answer answer =
      answer_of({.policy = GENERATE("hf-4.57", "hf-5"),
                 .line = "batch=2 steps=5,2 cache=static-sliding:3,8 mask=causal&chunk:3 pad=left:2,0",
                 .before = 5,
                 .fresh = 2,
                 .padding = {"0011111", "1111111"},
                 .width = 4});
  CHECK(answer.mask == "..#.|..## / ###.|...#");
}

TEST_CASE("4.53 and 4.57 pass the keyword is_causal on unchanged and make their mask without it") {
  const std::string policy = GENERATE("hf-4.53", "hf-4.57");
  const Asked padded{.policy = policy,
                     .line = "batch=2 steps=3 pad=right:0,1 is_causal=false",
                     .fresh = 3,
                     .padding = {"111", "110"},
                     .width = 3};
  CHECK(answer_of(padded).mask == "#..|##.|### / #..|##.|##.");
  CHECK_FALSE(answer_of(padded).is_causal);
  const Answer decode = answer_of(
      {.policy = policy, .line = "steps=3,1 cache=dynamic is_causal=true", .before = 3, .width = 4});
  CHECK(decode.mask == "none");
  CHECK(decode.is_causal);
  const Answer first = answer_of(
      {.policy = policy, .line = "steps=3,1 cache=dynamic is_causal=false", .fresh = 3, .width = 3});
  CHECK(first.mask == "none");
  CHECK_FALSE(first.is_causal);
}

TEST_CASE("5 obeys the flag") {
  const Asked padded{.policy = "hf-5",
                     .line = "batch=2 steps=5 pad=right:0,2 is_causal=false",
                     .fresh = 5,
                     .padding = {"11111", "11100"},
                     .width = 5};
  CHECK(answer_of(padded).mask == "#####|#####|#####|#####|##### / ###..|###..|###..|###..|###..");
  CHECK_FALSE(answer_of(padded).is_causal);
  const Answer decode = answer_of(
      {.policy = "hf-5", .line = "steps=3,1 cache=dynamic is_causal=true", .before = 3, .width = 4});
  CHECK(decode.mask == "none");
  CHECK_FALSE(decode.is_causal);
  const Answer full =
      answer_of({.policy = "hf-5", .line = "steps=3 mask=full is_causal=true", .fresh = 3, .width = 3});
  CHECK(full.mask == "none");
  CHECK(full.is_causal);
}

TEST_CASE("a bidirectional call of 5 reads unwritten slots unless a 2-D mask says what is written") {
  const Family family = GENERATE(Family::eager, Family::sdpa);
  const std::string line = "steps=2,1 cache=static:4 mask=full";
  CHECK(answer_of({.policy = "hf-5", .family = family, .line = line, .before = 2, .width = 4}).mask ==
        "none");
  CHECK(answer_of({.policy = "hf-5",
                   .family = family,
                   .line = line + " form=padding",
                   .before = 2,
                   .padding = {"111"},
                   .width = 4})
            .mask == "###.");
}

TEST_CASE("5's window without causality is the band of 2W+1 keys; its cross attention is bidirectional") {
  CHECK(answer_of({.policy = "hf-5", .line = "steps=5 mask=band:1", .fresh = 5, .width = 5}).mask ==
        "##...|###..|.###.|..###|...##");
  CHECK(answer_of({.policy = "hf-5", .line = "steps=3 mask=band:4", .fresh = 3, .width = 3}).mask == "none");
  const Answer cross = answer_of({.policy = "hf-5",
                                  .line = "batch=2 steps=2 cache=cross keys=3 pad=right:1,0",
                                  .fresh = 2,
                                  .padding = {"110", "111"},
                                  .width = 3});
  CHECK(cross.mask == "##.|##. / ###|###");
  CHECK_FALSE(
      answer_of({.policy = "hf-5", .line = "steps=2 cache=cross keys=3", .fresh = 2, .width = 3}).is_causal);
}

TEST_CASE("Llama 4 of 5 makes a chunked mask whatever the flag says") {
  const Answer answer = answer_of(
      {.policy = "hf-5", .line = "steps=3 mask=causal&chunk:2 is_causal=false", .fresh = 3, .width = 3});
  CHECK(answer.mask == "#..|##.|..#");
}

TEST_CASE(
    "a user's own mask is BOOL for sdpa and additive for eager; only 4.53 and 4.57 set the flag beside it") {
  const std::string line = "steps=3 mask=window:2 is_causal=true";
  for (const std::string policy : {"hf-4.53", "hf-4.57", "hf-5"}) {
    const Answer sdpa =
        answer_of({.policy = policy, .line = line, .fresh = 3, .width = 3, .slots = {{0, 3}}});
    CHECK(sdpa.mask == "#..|##.|.##");
    CHECK(sdpa.element == Element::boolean);
    CHECK(sdpa.is_causal == (policy != "hf-5"));
    const Answer eager = answer_of(
        {.policy = policy, .family = Family::eager, .line = line, .fresh = 3, .width = 3, .slots = {{0, 3}}});
    CHECK(eager.mask == "#..|##.|.##");
    CHECK(eager.element == Element::f32);
    CHECK_FALSE(eager.is_causal);
  }
}

TEST_CASE("rows that see nothing give the mean under finite minimums, but for f16; BOOL leaves them to the "
          "kernel") {
  for (const std::string name : {"hf-4.40", "hf-4.41", "hf-4.48", "hf-4.53", "hf-4.57", "hf-5"}) {
    const auto eager = policy_named(name).empty_row(Family::eager);
    CHECK(eager.at("*") == EmptyRow::mean);
    CHECK(eager.at("padding@f16") == EmptyRow::unspecified);
    CHECK(policy_named(name).empty_row(Family::sdpa).empty() == (name >= "hf-4.53"));
  }
}

TEST_CASE("one column is broadcast over all keys, as Torch does when a window of one keeps all") {
  const std::string line = "steps=1,1 cache=sliding:1 mask=causal&window:1";
  CHECK(answer_of({.policy = GENERATE("hf-4.57", "hf-5"), .line = line, .before = 1, .width = 2}).mask ==
        "##");
}
