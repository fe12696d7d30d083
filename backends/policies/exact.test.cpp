// The policy `exact`: what it asks of a kernel, against pictures of the contract's sections 3 to 5.
#include "backends/policies/bias.hpp"
#include "backends/policies/tokens_mask.hpp"
#include "backends/registry.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"

using namespace attest;
using namespace attest::backends;

namespace {

StepPlan plan(std::int64_t q0, std::int64_t fresh, std::vector<SlotRun> slots,
              std::vector<std::int64_t> sequence = {0}) {
  return {.step = 0,
          .before = q0,
          .q0 = q0,
          .fresh = fresh,
          .slots = std::move(slots),
          .sequence = std::move(sequence)};
}

Arguments arguments(const Case& value, const StepPlan& step, const Tensor* handed = nullptr) {
  for (const auto& policy : policies())
    if (policy.name == "exact")
      return policy.arguments({.value = value, .step = step, .handed = handed, .width = width_of(step)});
  throw std::logic_error("no policy exact");
}

std::string picture(const View& mask, std::int64_t batch = 0) {
  std::string text;
  for (std::int64_t i = 0; i < mask.shape[2]; ++i) {
    if (i > 0) text += '|';
    for (std::int64_t j = 0; j < mask.shape[3]; ++j) text += get(mask, batch, 0, i, j) != 0 ? '#' : '.';
  }
  return text;
}

/// Tokens that each query of an uncached case sees.
std::string seen(const std::string& line, std::int64_t sequence = 0) {
  const Case value = parse_line(line);
  std::vector<std::int64_t> keys;
  for (std::int64_t k = 0; k < value.keys.value(); ++k) keys.push_back(k);
  std::string text;
  const std::int64_t queries = std::get<Feed>(value.steps[0]).tokens;
  for (std::int64_t i = 0; i < queries; ++i) {
    if (i > 0) text += '|';
    for (const char c : seen_tokens(value, {sequence, value.offset.value() + i}, keys)) text += c ? '#' : '.';
  }
  return text;
}

} // namespace

TEST_CASE("pictures of section 2: first query and keys") {
  CHECK(seen("steps=2 keys=6") == "#####.|######");
  CHECK(seen("steps=2 keys=6 offset=0") == "#.....|##....");
  CHECK(seen("steps=5 keys=2") == "..|..|..|#.|##");
}

TEST_CASE("pictures of section 4: terms, expressions, flag, pads") {
  CHECK(seen("steps=5 mask=causal&window:2") == "#....|##...|.##..|..##.|...##");
  CHECK(seen("steps=5 mask=full&window:2") == "#####|#####|.####|..###|...##");
  CHECK(seen("steps=5 mask=band:1") == "##...|###..|.###.|..###|...##");
  CHECK(seen("steps=4 mask=window:2&ahead:1") == "##..|###.|.###|..##");
  CHECK(seen("steps=6 mask=causal&chunk:3 pad=left:1") == "......|.#....|.##...|.###..|....#.|....##");
  CHECK(seen("steps=7 mask=causal&documents:3,2") ==
        "#......|##.....|###....|...#...|...##..|...###.|...####");
  CHECK(seen("steps=6 mask=causal&prefix:1|window:2") == "######|######|######|#.####|#..###|#...##");
  CHECK(seen("steps=6 mask=causal&window:2|blocks:1-4") == "#.....|#####.|.####.|.####.|.####.|....##");
  CHECK(seen("steps=6 mask=window:2&(causal|blocks:1-4)") == "#.....|#####.|.####.|..###.|...##.|....##");
  CHECK(seen("steps=3 mask=prefix:2|causal is_causal=true") == "#..|##.|###");
  CHECK(seen("steps=5 mask=causal&window:2 is_causal=false") == "#####|#####|.####|..###|...##");
}

TEST_CASE("negative queries are in the chunk below, and in the first document") {
  CHECK(seen("steps=4 keys=4 offset=-2 mask=chunk:2") == "....|....|##..|##..");
  CHECK(seen("steps=3 keys=4 offset=-1 mask=documents:2,2") == "##..|##..|##..");
}

TEST_CASE("documents per row follow the sequence") {
  CHECK(seen("batch=2 steps=3 mask=documents:2,1/1,2", 0) == "##.|##.|..#");
  CHECK(seen("batch=2 steps=3 mask=documents:2,1/1,2", 1) == "#..|.##|.##");
}

TEST_CASE("a plain prefill is asked by the flag, a full one by nothing, the rest by a mask") {
  const auto prefill = arguments(parse_line("steps=3,1 cache=static:6"), plan(0, 3, {{0, 3}, {-1, 3}}));
  CHECK(prefill.is_causal);
  CHECK_FALSE(prefill.mask);
  const auto decode = arguments(parse_line("steps=3,1 cache=dynamic"), plan(3, 1, {{0, 4}}));
  CHECK_FALSE(decode.is_causal);
  CHECK_FALSE(decode.mask);
  const auto unwritten = arguments(parse_line("steps=5,1 cache=static:8"), plan(5, 1, {{0, 6}, {-1, 2}}));
  CHECK_FALSE(unwritten.is_causal);
  CHECK(picture(unwritten.mask.value()) == "######..");
  const auto full =
      arguments(parse_line("steps=5,1 cache=static:8 mask=full"), plan(0, 5, {{0, 5}, {-1, 3}}));
  CHECK(picture(full.mask.value()) == "#####...|#####...|#####...|#####...|#####...");
}

TEST_CASE("the flag is not asked for where Torch's CPU flash kernel makes NaN of it: a scale of 0 or less") {
  for (const char* line : {"steps=3 scale=-0.5", "steps=3 scale=0"}) {
    const auto asked = arguments(parse_line(line), plan(0, 3, {{0, 3}}));
    CHECK_FALSE(asked.is_causal);
    CHECK(picture(asked.mask.value()) == "#..|##.|###");
  }
}

TEST_CASE("slots are read in the order in which the plan has them") {
  const auto ring =
      arguments(parse_line("steps=3,4x1 cache=ring:4 mask=causal&window:2"), plan(5, 1, {{4, 2}, {2, 2}}));
  CHECK(picture(ring.mask.value()) == "##..");
}

TEST_CASE("pads follow their sequence") {
  const Case value = parse_line("batch=2 steps=3,reorder:1/0,1 cache=dynamic pad=left:1,0");
  const Tensor padding = from_doubles(Element::boolean, {2, 4}, {1, 1, 1, 1, 0, 1, 1, 1});
  const auto after = arguments(value, plan(3, 1, {{0, 4}}, {1, 0}), &padding);
  CHECK(picture(after.mask.value(), 0) == "####");
  CHECK(picture(after.mask.value(), 1) == ".###");
}

TEST_CASE("a padding mask counts tokens, not slots") {
  const Case value = parse_line("batch=2 steps=3,1 cache=static:6 pad=left:1,0");
  const Tensor padding = from_doubles(Element::boolean, {2, 4}, {0, 1, 1, 1, 1, 1, 1, 1});
  const auto asked = arguments(value, plan(3, 1, {{0, 4}, {-1, 2}}, {0, 1}), &padding);
  CHECK(picture(asked.mask.value(), 0) == ".###..");
  CHECK(picture(asked.mask.value(), 1) == "####..");
}

TEST_CASE("a handed mask is used as it is, an additive one as the BOOL that it means") {
  const auto step = plan(0, 2, {{0, 2}});
  const Tensor seen_mask = from_doubles(Element::boolean, {2, 2}, {1, 0, 1, 1});
  const auto by_bool = arguments(parse_line("steps=2 form=bool mask_shape=qk"), step, &seen_mask);
  CHECK_FALSE(by_bool.is_causal);
  CHECK(picture(by_bool.mask.value()) == "#.|##");
  CHECK(by_bool.mask->shape == std::array<std::int64_t, 4>{1, 1, 2, 2});
  const Tensor added = from_doubles(Element::f16, {1, 1, 2, 2}, {0, -65504, 0, 0});
  const auto by_sum =
      arguments(parse_line("steps=2 form=additive mask_dtype=f16 is_causal=true"), step, &added);
  CHECK_FALSE(by_sum.is_causal);
  CHECK(by_sum.mask->element == Element::boolean);
  CHECK(picture(by_sum.mask.value()) == "#.|##");
}

TEST_CASE("a mask is sliced with the rest, and not expanded") {
  const auto sliced = arguments(parse_line("steps=2 mask=band:0 memory=sliced"), plan(0, 2, {{0, 2}}));
  CHECK(sliced.mask->buffer->size() == 4 * 4 * 5 * 5);
  CHECK(picture(sliced.mask.value()) == "#.|.#");
  const auto expanded =
      arguments(parse_line("batch=2 steps=2 mask=band:0 memory=expanded"), plan(0, 2, {{0, 2}}, {0, 1}));
  CHECK(expanded.mask->stride[0] == 4);
}

TEST_CASE("a cache that returns another number of slots than planned is not papered over") {
  const Case value = parse_line("steps=3,1 cache=static:6");
  const StepPlan step = plan(3, 1, {{0, 4}, {-1, 2}});
  for (const auto& policy : policies())
    if (policy.name == "exact") CHECK_THROWS(policy.arguments({.value = value, .step = step, .width = 5}));
}

TEST_CASE("alibi counts tokens, and slopes are rounded to the dtype first") {
  const Case value = parse_line("heads=2 steps=3,1 cache=static:5 dtype=bf16 alibi=0.5,0.3");
  const auto bias = alibi_bias(value, plan(3, 1, {{0, 4}, {-1, 1}})).value();
  CHECK(bias.element == Element::f32);
  CHECK(to_doubles(tensor_of(tokens_slice(bias, 0, 1))).at(0) == -1.5);
  CHECK(get(bias, 0, 0, 0, 3) == 0);
  CHECK(get(bias, 0, 0, 0, 4) == 0);
  CHECK(get(bias, 0, 1, 0, 1) == -2 * 0.30078125); // 0.3 in bf16 is 77/256
  CHECK_FALSE(alibi_bias(parse_line("steps=1"), plan(0, 1, {{0, 1}})));
}
