// Declarations as JSON: read strictly, since a misspelt feature would silently be never tested.
#include "cases/declaration.hpp"
#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/testing.hpp"

using namespace attest;

namespace {

const std::string example =
    R"({"name":"sdpa@exact","features":["dtype.f32","cache.static","mask.causal","mask.full","form.none","form.bool",)"
    R"("mask_shape.b1qk","layout.bhsd","memory.plain","unfilled.zeros","pad.left","gqa","steps"],"empty_row":"zero",)"
    R"("profile":"math","deterministic":true,"numeric":true,"limits":{"dim_max":256,"dim_multiple":8},)"
    R"("refuses":[{"all":["form.bool","flag.true"],"reason":"mask and is_causal exclude each other"}]})";

Declaration read(const std::string& text) {
  return declaration_from_json(parse_json(text, "declaration"), "/backends/0");
}

/// The example with one piece of text replaced by another.
std::string example_with(const std::string& piece, const std::string& other) {
  std::string text = example;
  return text.replace(text.find(piece), piece.size(), other);
}

/// What the InputError says that `act` throws, or "".
template <class Act> std::string error_of(Act&& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& sentence, const std::string& piece) {
  return sentence.find(piece) != std::string::npos;
}

} // namespace

TEST_CASE("the contract's example is read, and written as it stands") {
  const Declaration declaration = read(example);
  CHECK(declaration.name == "sdpa@exact");
  CHECK(declaration.features.size() == 13);
  CHECK(declaration.empty_row == std::map<std::string, EmptyRow>{{"*", EmptyRow::zero}});
  CHECK(declaration.profile == named_profile("math"));
  CHECK(declaration.limits == Limits{.dim_max = 256, .dim_multiple = 8});
  CHECK(declaration_to_json(declaration).dump() == example);
}

TEST_CASE("numeric, limits and refuses may be missing; empty_row and profile may be objects") {
  const Declaration declaration = read(
      R"({"name":"x","features":[],"empty_row":{"additive":"mean","additive@f16":"nan","*":"unspecified"},)"
      R"("profile":{"out":"io","p":"io","scores":"io","scaled_q":"io","acc":"f32","score_roundings":2,"exp":0,"tile":0},)"
      R"("deterministic":false})");
  CHECK(declaration.numeric);
  CHECK_FALSE(declaration.deterministic);
  CHECK(declaration.limits == Limits{});
  CHECK(declaration.empty_row.at("additive@f16") == EmptyRow::nan);
  CHECK(declaration_from_json(declaration_to_json(declaration), "") == declaration);
}

TEST_CASE("broken declarations are refused, with their place") {
  CHECK(says(error_of([&] { read(example_with("mask.full", "mask.casual")); }), "/backends/0/features/3"));
  CHECK(says(error_of([&] { read(example_with("mask.full", "mask.casual")); }), "mask.causal"));
  CHECK(says(error_of([&] { read(example_with("form.bool\",\"flag", "form.boole\",\"flag")); }),
             "/refuses/0/all/0"));
  for (const auto& [piece, other] :
       std::vector<std::pair<std::string, std::string>>{{"sdpa@exact", ""},
                                                        {"sdpa@exact", "sdpa exact"},
                                                        {"sdpa@exact", "sdpa\\u00e9"},
                                                        {"\"name\":\"sdpa@exact\",", ""},
                                                        {"\"pad.left\"", "\"pad.none\""},
                                                        {"\"pad.left\"", "7"},
                                                        {"\"zero\"", "\"zeros\""},
                                                        {"\"zero\"", R"({"boolean":"zero"})"},
                                                        {"\"zero\"", R"({"bool@f8":"zero"})"},
                                                        {"\"zero\"", R"({"bool@":"zero"})"},
                                                        {"\"zero\"", R"({"bool":true})"},
                                                        {"\"zero\"", "null"},
                                                        {"\"math\"", "\"exact\""},
                                                        {"\"deterministic\":true", "\"deterministic\":1"},
                                                        {"\"deterministic\":true,", ""},
                                                        {"\"numeric\":true", "\"numeric\":\"yes\""},
                                                        {"\"dim_max\":256", "\"dim_max\":0"},
                                                        {"\"dim_max\":256", "\"dim_max\":256.0"},
                                                        {"\"dim_max\":256", "\"dim_min\":256"},
                                                        {"\"numeric\":true", "\"numerics\":true"},
                                                        {"\"reason\":", "\"because\":"},
                                                        {"[\"form.bool\",\"flag.true\"]", "[]"}}) {
    INFO(piece << " becomes " << other);
    CHECK_THROWS_AS(read(example_with(piece, other)), InputError);
  }
  CHECK_THROWS_AS(read("[]"), InputError);
}
