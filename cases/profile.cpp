// The named profiles of CONTRACT section 8, and profiles of a backend's own in and out of JSON.
#include "cases/profile.hpp"

#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace attest {
namespace {

/// In the order of Precision; the first four are those of Dtype.
constexpr std::array<std::string_view, 6> precision_names = {"f32", "f64", "f16", "bf16", "io", "acc"};
constexpr std::array<Dtype, 4> dtypes = {Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16};
constexpr std::array<std::string_view, 3> profile_names = {"math", "flash", "eager"};

constexpr double most_roundings = 1e6;
constexpr std::int64_t largest_tile = std::int64_t{1} << 20;

double& exp_of(Profile& profile, Dtype dtype) { return profile.exp[static_cast<std::size_t>(dtype)]; }

[[noreturn]] void refuse(const std::string& pointer, const std::string& sentence) {
  throw InputError(ErrorKind::file, fmt::format("{}: {}", pointer, sentence));
}

bool is_profile_name(const std::string& name) {
  return std::find(profile_names.begin(), profile_names.end(), name) != profile_names.end();
}

std::string unknown_profile(const std::string& name) {
  return fmt::format("{} is not a numerics profile: {}{}", quote(name), listed(profile_names),
                     suggestion(name, {profile_names.begin(), profile_names.end()}));
}

Precision precision_from(ObjectReader& reader, const std::string& key) {
  const std::string name = reader.text(key);
  const auto found = std::find(precision_names.begin(), precision_names.end(), name);
  const auto precision = static_cast<Precision>(found - precision_names.begin());
  if (found == precision_names.end() || (key == "acc" && precision == Precision::acc))
    refuse(reader.pointer(key), fmt::format("{} is not {}{}", quote(name), listed(precision_names),
                                            key == "acc" ? ", and acc cannot be itself" : ""));
  return precision;
}

double number_within(double value, double high, const std::string& pointer) {
  if (std::isfinite(value) && value >= 0 && value <= high) return value;
  refuse(pointer, fmt::format("must be a number from 0 to {}", high));
}

/// One number, or an object with a number per dtype; a dtype that it leaves out gets the largest of them.
std::array<double, 4> exp_from(const Json& json, const std::string& pointer) {
  std::array<double, 4> errors = {};
  if (!json.is_object()) {
    errors.fill(number_within(number_in(json, pointer), 1, pointer));
    return errors;
  }
  if (json.empty()) refuse(pointer, "needs a number for at least one dtype");
  ObjectReader reader(json, pointer);
  errors.fill(-1);
  for (const Dtype dtype : dtypes) {
    const std::string name(name_of(dtype));
    if (reader.has(name))
      errors[static_cast<std::size_t>(dtype)] = number_within(reader.number(name), 1, reader.pointer(name));
  }
  reader.done();
  std::replace(errors.begin(), errors.end(), -1.0, *std::max_element(errors.begin(), errors.end()));
  return errors;
}

Json exp_to_json(const std::array<double, 4>& errors) {
  if (std::count(errors.begin(), errors.end(), errors[0]) == 4) return errors[0];
  Json json = Json::object();
  for (const Dtype dtype : dtypes)
    json[std::string(name_of(dtype))] = errors[static_cast<std::size_t>(dtype)];
  return json;
}

std::string name_of_precision(Precision precision) {
  return std::string(precision_names[static_cast<std::size_t>(precision)]);
}

Profile own_profile_from_json(const Json& json, const std::string& pointer) {
  ObjectReader reader(json, pointer);
  Profile profile;
  profile.out = precision_from(reader, "out");
  profile.p = precision_from(reader, "p");
  profile.scores = precision_from(reader, "scores");
  profile.scaled_q = precision_from(reader, "scaled_q");
  profile.acc = precision_from(reader, "acc");
  profile.score_roundings =
      number_within(reader.number("score_roundings"), most_roundings, reader.pointer("score_roundings"));
  profile.exp = exp_from(reader.at("exp"), reader.pointer("exp"));
  profile.tile = reader.integer("tile", 0, largest_tile);
  reader.done();
  return profile;
}

} // namespace

Profile named_profile(const std::string& name) {
  if (!is_profile_name(name)) throw InputError(ErrorKind::unknown, unknown_profile(name));
  Profile profile = {.name = name};
  profile.exp.fill(0x1p-20);
  exp_of(profile, Dtype::f64) = 0x1p-48;
  if (name == "eager") profile.p = profile.scores = Precision::io;
  if (name == "flash") {
    profile.p = Precision::io;
    profile.tile = 512;
    exp_of(profile, Dtype::f32) = 0x1p-18;
    exp_of(profile, Dtype::f16) = exp_of(profile, Dtype::bf16) = 0x1p-11;
  }
  return profile;
}

Dtype resolve(const Profile& profile, Precision precision, Dtype io) {
  if (precision == Precision::acc) {
    if (io == Dtype::f64 && !profile.name.empty()) return Dtype::f64;
    precision = profile.acc;
  }
  return precision == Precision::io ? io : dtypes.at(static_cast<std::size_t>(precision));
}

double exp_error(const Profile& profile, Dtype io) { return profile.exp[static_cast<std::size_t>(io)]; }

Json profile_to_json(const Profile& profile) {
  if (!profile.name.empty()) return profile.name;
  Json json;
  json["out"] = name_of_precision(profile.out);
  json["p"] = name_of_precision(profile.p);
  json["scores"] = name_of_precision(profile.scores);
  json["scaled_q"] = name_of_precision(profile.scaled_q);
  json["acc"] = name_of_precision(profile.acc);
  json["score_roundings"] = number_to_json(profile.score_roundings);
  json["exp"] = exp_to_json(profile.exp);
  json["tile"] = profile.tile;
  return json;
}

Profile profile_from_json(const Json& json, const std::string& pointer) {
  if (json.is_object()) return own_profile_from_json(json, pointer);
  const std::string name = text_in(json, pointer);
  if (!is_profile_name(name)) refuse(pointer, unknown_profile(name));
  return named_profile(name);
}

} // namespace attest
