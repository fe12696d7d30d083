// What 4.40 to 4.48 hand to a kernel, against SEMANTICS sections 3.2, 3.3, 4.2 and 4.3.
#include "backends/policies/hf_testing.hpp"
#include "cases/testing.hpp"

using namespace attest;
using namespace attest::backends;
using namespace attest::backends::hf::testing;

TEST_CASE("4.40 skips sdpa's mask on a static cache whatever it holds (#30400)") {
  const std::string line = "steps=3,1 cache=static:6";
  const Answer prefill = answer_of({.policy = "hf-4.40", .line = line, .fresh = 3, .width = 6});
  CHECK(prefill.mask == "none");
  CHECK(prefill.is_causal);
  const Answer decode = answer_of({.policy = "hf-4.40", .line = line, .before = 3, .width = 6});
  CHECK(decode.mask == "none");
  CHECK_FALSE(decode.is_causal);
  const Answer one = answer_of({.policy = "hf-4.40", .line = "steps=1 cache=static:6", .width = 6});
  CHECK(one.mask == "none");
  CHECK_FALSE(one.is_causal);
  const Answer more = answer_of(
      {.policy = "hf-4.40", .line = "steps=2,2 cache=static:6", .before = 2, .fresh = 2, .width = 6});
  CHECK(more.mask == "none");
  CHECK(more.is_causal); // top-left: the history is lost
}

TEST_CASE("4.40 makes a mask on a static cache for eager and for padded rows") {
  const Answer eager = answer_of({.policy = "hf-4.40",
                                  .family = Family::eager,
                                  .line = "steps=3,1 cache=static:6",
                                  .before = 3,
                                  .width = 6});
  CHECK(eager.mask == "####..");
  CHECK(eager.element == Element::f32);
  const std::string line = "batch=2 steps=3,1 cache=static:6 pad=left:1,0";
  const Answer padded =
      answer_of({.policy = "hf-4.40", .line = line, .before = 3, .padding = {"0111", "1111"}, .width = 6});
  CHECK(padded.mask == ".###.. / ####..");
  CHECK_FALSE(padded.is_causal);
  const Answer ones = answer_of({.policy = "hf-4.40",
                                 .line = "steps=3,1 cache=static:6 form=padding",
                                 .before = 3,
                                 .padding = {"1111"},
                                 .width = 6});
  CHECK(ones.mask == "none");
}

TEST_CASE("4.41 and 4.48 never skip the mask on a static cache") {
  const std::string policy = GENERATE("hf-4.41", "hf-4.48");
  CHECK(answer_of({.policy = policy, .line = "steps=3,1 cache=static:6", .fresh = 3, .width = 6}).mask ==
        "#.....|##....|###...");
  CHECK(answer_of({.policy = policy, .line = "steps=3,1 cache=static:6", .before = 3, .width = 6}).mask ==
        "####..");
}

TEST_CASE(
    "on a growing cache sdpa gets no mask for one query or the first call, and one for a continuation") {
  const std::string policy = GENERATE("hf-4.40", "hf-4.41", "hf-4.48");
  const std::string line = "steps=2,2,1 cache=dynamic";
  CHECK(answer_of({.policy = policy, .line = line, .fresh = 2, .width = 2}).is_causal);
  const Answer more = answer_of({.policy = policy, .line = line, .before = 2, .fresh = 2, .width = 4});
  CHECK(more.mask == "###.|####");
  CHECK(more.element == Element::f32);
  CHECK_FALSE(more.is_causal);
  const Answer decode = answer_of({.policy = policy, .line = line, .before = 4, .width = 5});
  CHECK(decode.mask == "none");
  CHECK_FALSE(decode.is_causal);
  CHECK(answer_of({.policy = policy, .family = Family::eager, .line = line, .before = 4, .width = 5}).mask ==
        "#####");
}

TEST_CASE("Mistral's window is one key too wide in 4.40 and 4.41, and right in 4.48") {
  const Family family = GENERATE(Family::eager, Family::sdpa);
  const std::string line = "steps=4 mask=causal&window:3";
  for (const std::string policy : {"hf-4.40", "hf-4.41"})
    CHECK(answer_of({.policy = policy, .family = family, .line = line, .fresh = 4, .width = 4}).mask ==
          "#...|##..|###.|####");
  CHECK(answer_of({.policy = "hf-4.48", .family = family, .line = line, .fresh = 4, .width = 4}).mask ==
        "#...|##..|###.|.###");
}

TEST_CASE("the mask of a window is skipped only while there are fewer keys than the window") {
  const std::string policy = GENERATE("hf-4.40", "hf-4.41", "hf-4.48");
  CHECK(answer_of({.policy = policy, .line = "steps=3 mask=causal&window:4", .fresh = 3, .width = 3}).mask ==
        "none");
  CHECK(answer_of({.policy = policy, .line = "steps=3 mask=window:3&causal", .fresh = 3, .width = 3}).mask ==
        "#..|##.|###");
}

TEST_CASE("4.48 passes the keyword is_causal on unchanged and makes its mask without it") {
  const std::string padded = "batch=2 steps=5 pad=right:0,2 is_causal=false";
  const Answer ignored =
      answer_of({.policy = "hf-4.48", .line = padded, .fresh = 5, .padding = {"11111", "11100"}, .width = 5});
  CHECK(ignored.mask == "#....|##...|###..|####.|##### / #....|##...|###..|###..|###..");
  CHECK_FALSE(ignored.is_causal);
  const Answer obeyed =
      answer_of({.policy = "hf-4.48", .line = "steps=3 is_causal=false", .fresh = 3, .width = 3});
  CHECK(obeyed.mask == "none");
  CHECK_FALSE(obeyed.is_causal);
  const Answer decode = answer_of(
      {.policy = "hf-4.48", .line = "steps=3,1 cache=dynamic is_causal=true", .before = 3, .width = 4});
  CHECK(decode.mask == "none");
  CHECK(decode.is_causal); // reads key 0 only
  const Answer both = answer_of({.policy = "hf-4.48",
                                 .line = "steps=2,2 cache=static:4 is_causal=true",
                                 .before = 2,
                                 .fresh = 2,
                                 .width = 4});
  CHECK(both.mask == "###.|####");
  CHECK(both.is_causal);
  CHECK_FALSE(answer_of({.policy = "hf-4.48",
                         .family = Family::eager,
                         .line = "steps=3 is_causal=true",
                         .fresh = 3,
                         .width = 3})
                  .is_causal);
}

TEST_CASE(
    "4.48 masks SlidingWindowCache by slots: full it is all seen, and padding is that of the first tokens") {
  const std::string line = "steps=3,1,1 cache=static-sliding:4,4 mask=causal&window:4";
  CHECK(answer_of({.policy = "hf-4.48", .line = line, .fresh = 3, .width = 4}).mask == "#...|##..|###.");
  CHECK(answer_of({.policy = "hf-4.48", .line = line, .before = 4, .width = 4}).mask == "####");
  const Asked padded{.policy = "hf-4.48",
                     .line = "steps=4,1 cache=static-sliding:4,5 mask=causal&window:4 pad=left:2",
                     .before = 4,
                     .padding = {"00111"},
                     .width = 4};
  CHECK(answer_of(padded).mask == "..##"); // tokens 1 to 4 lie there: .### would be right
}

TEST_CASE("4.48 throws on a prompt that is longer than SlidingWindowCache") {
  const std::string line = "steps=5 cache=static-sliding:4,5 mask=causal&window:4";
  CHECK_THROWS_AS(answer_of({.policy = "hf-4.48", .line = line, .fresh = 5, .width = 5}), std::runtime_error);
}

TEST_CASE("an expression that no model family has is a user's own mask, additive in these eras") {
  const std::string policy = GENERATE("hf-4.40", "hf-4.41", "hf-4.48");
  const Answer own = answer_of(
      {.policy = policy, .line = "steps=4 mask=window:2", .fresh = 4, .width = 4, .slots = {{0, 4}}});
  CHECK(own.mask == "####|####|.###|..##");
  CHECK(own.element == Element::f32);
  CHECK_FALSE(own.is_causal);
  const Answer slots = answer_of({.policy = policy,
                                  .line = "steps=2,1 cache=static:5 mask=causal&causal",
                                  .before = 2,
                                  .width = 5,
                                  .slots = {{0, 3}, {-1, 2}}});
  CHECK(slots.mask == "###..");
}

TEST_CASE("4.40 and 4.41 have no flag, no window cache, no chunks") {
  const std::string policy = GENERATE("hf-4.40", "hf-4.41");
  for (const auto& feature : policy_named(policy).features(Family::sdpa))
    for (const std::string absent : {"flag.true", "flag.false", "cache.sliding", "cache.static-sliding",
                                     "mask.chunk", "mask.full", "crop"})
      CHECK(feature != absent);
}
