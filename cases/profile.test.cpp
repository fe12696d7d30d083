// The three named profiles are those of the contract's table, and profiles of a backend's own are read
// strictly.
#include "cases/profile.hpp"
#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/testing.hpp"

using namespace attest;

namespace {

Profile read(const std::string& text) { return profile_from_json(parse_json(text, "profile"), "/profile"); }

const std::string own =
    R"({"out":"io","p":"f16","scores":"acc","scaled_q":"io","acc":"f64","score_roundings":3,)"
    R"("exp":{"f32":0.25,"f16":0.5},"tile":64})";

/// `own` with one piece of text replaced by another.
std::string own_with(const std::string& piece, const std::string& other) {
  std::string text = own;
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

TEST_CASE("math: all in acc, one pass") {
  const Profile math = named_profile("math");
  CHECK(resolve(math, math.out, Dtype::f16) == Dtype::f16);
  for (const Precision precision : {math.p, math.scores, math.scaled_q, Precision::acc})
    CHECK(resolve(math, precision, Dtype::bf16) == Dtype::f32);
  CHECK(math.score_roundings == 2);
  CHECK(math.tile == 0);
  for (const Dtype dtype : {Dtype::f32, Dtype::f16, Dtype::bf16}) CHECK(exp_error(math, dtype) == 0x1p-20);
}

TEST_CASE("flash: weights in io, tiles of 512, a coarse exponential") {
  const Profile flash = named_profile("flash");
  CHECK(resolve(flash, flash.p, Dtype::f16) == Dtype::f16);
  CHECK(resolve(flash, flash.scores, Dtype::f16) == Dtype::f32);
  CHECK(resolve(flash, flash.scaled_q, Dtype::f16) == Dtype::f32);
  CHECK(flash.score_roundings == 2);
  CHECK(flash.tile == 512);
  CHECK(exp_error(flash, Dtype::f32) == 0x1p-18);
  CHECK(exp_error(flash, Dtype::f16) == 0x1p-11);
  CHECK(exp_error(flash, Dtype::bf16) == 0x1p-11);
}

TEST_CASE("eager: weights and scores in io") {
  const Profile eager = named_profile("eager");
  CHECK(resolve(eager, eager.p, Dtype::bf16) == Dtype::bf16);
  CHECK(resolve(eager, eager.scores, Dtype::bf16) == Dtype::bf16);
  CHECK(resolve(eager, eager.scaled_q, Dtype::bf16) == Dtype::f32);
  CHECK(eager.tile == 0);
  CHECK(exp_error(eager, Dtype::bf16) == 0x1p-20);
}

TEST_CASE("for f64 cases the named profiles accumulate in f64") {
  for (const char* name : {"math", "flash", "eager"}) {
    const Profile profile = named_profile(name);
    for (const Precision precision :
         {profile.out, profile.p, profile.scores, profile.scaled_q, Precision::acc})
      CHECK(resolve(profile, precision, Dtype::f64) == Dtype::f64);
    CHECK(exp_error(profile, Dtype::f64) == 0x1p-48);
  }
}

TEST_CASE("a profile of one's own means what it says") {
  const Profile profile = read(own);
  CHECK(profile.name.empty());
  CHECK(resolve(profile, profile.out, Dtype::bf16) == Dtype::bf16);
  CHECK(resolve(profile, profile.p, Dtype::f64) == Dtype::f16);
  CHECK(resolve(profile, profile.scores, Dtype::f32) == Dtype::f64);
  CHECK(profile.score_roundings == 3);
  CHECK(profile.tile == 64);
  CHECK(exp_error(profile, Dtype::f32) == 0.25);
  CHECK(exp_error(profile, Dtype::f16) == 0.5);
  CHECK(exp_error(profile, Dtype::bf16) == 0.5); // not given: the largest that is
  CHECK(profile_from_json(profile_to_json(profile), "") == profile);

  const Profile in_f32 = read(own_with("\"acc\":\"f64\"", "\"acc\":\"f32\""));
  CHECK(resolve(in_f32, Precision::acc, Dtype::f64) == Dtype::f32);
  CHECK(read(own_with(R"({"f32":0.25,"f16":0.5})", "0.125")).exp ==
        std::array<double, 4>{0.125, 0.125, 0.125, 0.125});
}

TEST_CASE("a named profile is its name in JSON") {
  for (const char* name : {"math", "flash", "eager"}) {
    CHECK(profile_to_json(named_profile(name)).dump() == '"' + std::string(name) + '"');
    CHECK(read('"' + std::string(name) + '"') == named_profile(name));
  }
}

TEST_CASE("broken profiles are refused, with their place") {
  CHECK(says(error_of([&] { named_profile("flahs"); }), "flash"));
  CHECK(says(error_of([&] { read("\"maths\""); }), "/profile"));
  CHECK(says(error_of([&] { read("\"maths\""); }), "math"));
  CHECK(says(error_of([&] { read(own_with("\"p\":\"f16\"", "\"p\":\"f8\"")); }), "/profile/p"));
  CHECK(says(error_of([&] { read(own_with("\"acc\":\"f64\"", "\"acc\":\"acc\"")); }), "/profile/acc"));
  for (const auto& [piece, other] :
       std::vector<std::pair<std::string, std::string>>{{"\"p\":\"f16\",", ""},
                                                        {"\"tile\":64", "\"tile\":64,\"more\":1"},
                                                        {"64", "-1"},
                                                        {"64", "1.5"},
                                                        {":3,", ":-1,"},
                                                        {":3,", ":\"inf\","},
                                                        {"0.25", "\"nan\""},
                                                        {"0.25", "-0.25"},
                                                        {"\"f32\":0.25", "\"f8\":0.25"},
                                                        {R"({"f32":0.25,"f16":0.5})", "{}"},
                                                        {R"({"f32":0.25,"f16":0.5})", "null"}}) {
    INFO(piece << " becomes " << other);
    CHECK_THROWS_AS(read(own_with(piece, other)), InputError);
  }
  CHECK_THROWS_AS(read("7"), InputError);
}
