// What cases need, and why backends are not asked.
#include "cases/declaration.hpp"
#include "cases/testing.hpp"

#include <algorithm>

using namespace attest;

namespace {

using Names = std::vector<std::string>;

Declaration taking_all() {
  return {.name = "all", .features = known_features(), .profile = named_profile("math")};
}

Case plain(std::vector<Entry> steps, CacheKind kind = CacheKind::none,
           std::vector<std::int64_t> numbers = {}) {
  Case problem;
  problem.steps = std::move(steps);
  problem.cache = {.kind = kind, .numbers = std::move(numbers)};
  return with_defaults(problem);
}

/// cache=none with these new tokens, keys and offset.
Case over_keys(std::int64_t tokens, std::optional<std::int64_t> keys,
               std::optional<std::int64_t> offset = {}) {
  Case problem;
  problem.steps = {Feed{tokens}};
  problem.keys = keys;
  problem.offset = offset;
  return with_defaults(problem);
}

bool needs(const Case& problem, const std::string& feature) {
  const Names names = needs_of(problem);
  return std::count(names.begin(), names.end(), feature) == 1;
}

} // namespace

TEST_CASE("the plainest case needs one feature of each group") {
  CHECK(needs_of(plain({Feed{4}})) == Names{"dtype.f32", "cache.none", "mask.causal", "form.none",
                                            "mask_shape.b1qk", "layout.bhsd", "memory.plain",
                                            "unfilled.zeros"});
}

TEST_CASE("a case needs everything that it uses, each once") {
  Case problem =
      plain({Feed{5}, Crop{3}, Feed{1}, Reorder{{1, 0}}, Feed{1}, Reset{}, Feed{2}}, CacheKind::static_, {8});
  problem.batch = 2;
  problem.query_heads = 4;
  problem.value_dim = 16;
  problem.mask = parse_mask("causal&window:3|causal&prefix:1");
  problem.pad = {.side = PadSide::left, .counts = {1, 0}};
  problem.is_causal = false;
  problem.form = Form::additive_inf;
  problem.mask_shape = MaskShape::oneoneqk;
  problem.mask_dtype = Dtype::f64;
  problem.dtype = Dtype::bf16;
  problem.scale = 1.0;
  problem.softcap = 2.0;
  problem.sink = {0};
  problem.alibi = {0.5};
  problem.layout = Layout::sbhd;
  problem.memory = Memory::sliced;
  problem.unfilled = Unfilled::canary;
  Names names = needs_of(problem);
  Names expected = {"dtype.bf16",
                    "cache.static",
                    "mask.causal",
                    "mask.window",
                    "mask.prefix",
                    "form.additive-inf",
                    "mask_shape.11qk",
                    "layout.sbhd",
                    "memory.sliced",
                    "unfilled.canary",
                    "mask_dtype.f64",
                    "pad.left",
                    "gqa",
                    "dv",
                    "steps",
                    "crop",
                    "reorder",
                    "reset",
                    "flag.false",
                    "scale",
                    "softcap",
                    "sink",
                    "alibi"};
  CHECK(names == expected);
}

TEST_CASE("an offset is needed where queries are not simply the tokens of the keys") {
  CHECK_FALSE(needs(plain({Feed{4}}), "offset"));
  CHECK(needs(over_keys(2, 6), "offset"));
  CHECK(needs(over_keys(2, 6, 0), "offset"));
  CHECK(needs(over_keys(2, {}, 1), "offset"));
  CHECK_FALSE(needs(over_keys(2, 2, 0), "offset"));
  CHECK_FALSE(needs(plain({Feed{2}, Feed{1}}, CacheKind::dynamic), "offset"));
  Case cross = plain({Feed{2}}, CacheKind::cross);
  cross.keys = 6;
  CHECK_FALSE(needs(cross, "offset"));
}

TEST_CASE("flags, steps and heads are needed only when they are there") {
  Case problem = plain({Feed{4}});
  problem.is_causal = true;
  CHECK(needs(problem, "flag.true"));
  CHECK_FALSE(needs(problem, "flag.false"));
  CHECK_FALSE(needs(problem, "steps"));
  problem.query_heads = problem.kv_heads = 4;
  CHECK_FALSE(needs(problem, "gqa"));
  CHECK(needs(plain({Feed{4}, Feed{1}}, CacheKind::static_sliding, {4, 4}), "cache.static-sliding"));
}

TEST_CASE("every feature has one name") {
  Names names = known_features();
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  for (const char* name : {"dtype.bf16", "cache.none", "cache.static-sliding", "mask.blocks", "form.none",
                           "form.bool", "form.additive-inf", "mask_shape.11qk", "mask_dtype.f16", "pad.bits",
                           "memory.expanded", "unfilled.nan", "flag.true", "softcap"})
    CHECK(std::binary_search(names.begin(), names.end(), std::string(name)));
  CHECK_FALSE(std::binary_search(names.begin(), names.end(), std::string("pad.none")));
  CHECK_FALSE(std::binary_search(names.begin(), names.end(), std::string("mask_dtype.io")));
}

TEST_CASE("a backend that has all features takes the case; without one of those needed it does not") {
  const Case problem = plain({Feed{3}, Feed{1}}, CacheKind::static_, {6});
  CHECK(refusal_of(problem, taking_all()) == std::nullopt);
  for (const std::string& feature : needs_of(problem)) {
    Declaration declaration = taking_all();
    std::erase(declaration.features, feature);
    CHECK(refusal_of(problem, declaration) ==
          Refusal{.reason = "it does not declare " + feature, .feature = feature});
  }
}

TEST_CASE("a combination is refused only as a whole") {
  Declaration declaration = taking_all();
  declaration.refuses = {
      {.all = {"form.bool", "flag.true"}, .reason = "mask and is_causal exclude each other"}};
  Case problem = plain({Feed{3}});
  problem.form = Form::boolean;
  CHECK(refusal_of(problem, declaration) == std::nullopt);
  problem.is_causal = true;
  CHECK(refusal_of(problem, declaration) == Refusal{.reason = "mask and is_causal exclude each other"});
}

TEST_CASE("limits count the largest size and the longest sequence") {
  Case problem = plain({Feed{5}, Crop{1}, Feed{2}}, CacheKind::dynamic);
  problem.value_dim = 12;
  const auto taken = [&problem](const Limits& limits) {
    Declaration declaration = taking_all();
    declaration.limits = limits;
    const std::optional<Refusal> refusal = refusal_of(problem, declaration);
    return !refusal || refusal->feature.has_value();
  };
  CHECK(taken({.dim_max = 12, .dim_multiple = 4, .tokens_max = 5}));
  CHECK_FALSE(taken({.dim_max = 11}));
  CHECK_FALSE(taken({.dim_multiple = 8}));
  CHECK_FALSE(taken({.tokens_max = 4}));
  problem = over_keys(2, 6);
  CHECK(taken({.tokens_max = 6}));
  CHECK_FALSE(taken({.tokens_max = 5}));
}

TEST_CASE("the policy of an empty row is that of form and dtype, then form, then the rest") {
  Declaration declaration = {
      .empty_row = {{"additive@f16", EmptyRow::nan}, {"additive", EmptyRow::mean}, {"*", EmptyRow::zero}}};
  Case problem = plain({Feed{1}});
  CHECK(empty_row_of(declaration, problem) == EmptyRow::zero);
  problem.form = Form::additive;
  CHECK(empty_row_of(declaration, problem) == EmptyRow::mean);
  problem.dtype = Dtype::f16;
  CHECK(empty_row_of(declaration, problem) == EmptyRow::nan);
  problem.form = Form::boolean;
  declaration.empty_row.erase("*");
  CHECK(empty_row_of(declaration, problem) == EmptyRow::unspecified);
}
