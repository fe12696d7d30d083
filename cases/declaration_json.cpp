// Declarations in and out of JSON; read strictly, since a misspelt feature would silently be never tested.
#include "cases/declaration.hpp"

#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace attest {
namespace {

/// In the order of EmptyRow.
constexpr std::array<std::string_view, 4> policy_names = {"zero", "nan", "mean", "unspecified"};

constexpr std::int64_t largest_limit = std::int64_t{1} << 53;

[[noreturn]] void refuse(const std::string& pointer, const std::string& sentence) {
  throw InputError(ErrorKind::file, fmt::format("{}: {}", pointer, sentence));
}

std::string name_from(ObjectReader& reader) {
  const std::string name = reader.text("name");
  const bool printable = std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (name.empty() || !printable)
    refuse(reader.pointer("name"), "a backend's name is printable ASCII without spaces, and not empty");
  return name;
}

std::vector<std::string> features_from(ObjectReader& reader, const std::string& key) {
  const std::vector<std::string>& known = known_features();
  const std::vector<std::string> features = reader.texts(key);
  for (std::size_t i = 0; i < features.size(); ++i)
    if (std::find(known.begin(), known.end(), features[i]) == known.end())
      refuse(fmt::format("{}/{}", reader.pointer(key), i),
             fmt::format("{} is not a feature{}", quote(features[i]),
                         suggestion(features[i], {known.begin(), known.end()})));
  return features;
}

EmptyRow policy_from(const std::string& name, const std::string& pointer) {
  const auto found = std::find(policy_names.begin(), policy_names.end(), name);
  if (found == policy_names.end())
    refuse(pointer, fmt::format("{} is not {}", quote(name), listed(policy_names)));
  return static_cast<EmptyRow>(found - policy_names.begin());
}

/// FORM, FORM@DTYPE or "*".
bool is_empty_row_key(const std::string& key) {
  const std::size_t at = key.find('@');
  if (key == "*") return true;
  if (!named<Form>(std::string_view(key).substr(0, at))) return false;
  return at == std::string::npos || named<Dtype>(std::string_view(key).substr(at + 1)).has_value();
}

std::map<std::string, EmptyRow> empty_row_from(const Json& json, const std::string& pointer) {
  if (json.is_string()) return {{"*", policy_from(text_in(json, pointer), pointer)}};
  ObjectReader reader(json, pointer);
  std::map<std::string, EmptyRow> policies;
  for (const auto& item : json.items()) {
    if (!is_empty_row_key(item.key()))
      refuse(reader.pointer(item.key()), "a key is a form, a form and a dtype (\"additive@f16\"), or \"*\"");
    policies[item.key()] = policy_from(reader.text(item.key()), reader.pointer(item.key()));
  }
  return policies;
}

Limits limits_from(const Json& json, const std::string& pointer) {
  ObjectReader reader(json, pointer);
  const auto limit = [&reader](const std::string& key) -> std::optional<std::int64_t> {
    if (!reader.has(key)) return {};
    return reader.integer(key, 1, largest_limit);
  };
  Limits limits;
  limits.dim_max = limit("dim_max");
  limits.dim_multiple = limit("dim_multiple");
  limits.tokens_max = limit("tokens_max");
  reader.done();
  return limits;
}

std::vector<Combination> refuses_from(ObjectReader& parent) {
  std::vector<Combination> combinations;
  for (const Json& json : parent.array("refuses")) {
    ObjectReader reader(json, fmt::format("{}/{}", parent.pointer("refuses"), combinations.size()));
    Combination combination;
    combination.all = features_from(reader, "all");
    if (combination.all.empty()) refuse(reader.pointer("all"), "needs at least one feature");
    combination.reason = reader.text("reason");
    reader.done();
    combinations.push_back(combination);
  }
  return combinations;
}

Json empty_row_to_json(const std::map<std::string, EmptyRow>& policies) {
  const auto name = [](EmptyRow policy) {
    return std::string(policy_names[static_cast<std::size_t>(policy)]);
  };
  if (policies.size() == 1 && policies.contains("*")) return name(policies.at("*"));
  Json json = Json::object();
  for (const auto& [key, policy] : policies) json[key] = name(policy);
  return json;
}

Json limits_to_json(const Limits& limits) {
  Json json = Json::object();
  if (limits.dim_max) json["dim_max"] = *limits.dim_max;
  if (limits.dim_multiple) json["dim_multiple"] = *limits.dim_multiple;
  if (limits.tokens_max) json["tokens_max"] = *limits.tokens_max;
  return json;
}

Json refuses_to_json(const std::vector<Combination>& combinations) {
  Json json = Json::array();
  for (const Combination& combination : combinations) {
    Json item;
    item["all"] = combination.all;
    item["reason"] = combination.reason;
    json.push_back(std::move(item));
  }
  return json;
}

} // namespace

Json declaration_to_json(const Declaration& declaration) {
  Json json;
  json["name"] = declaration.name;
  json["features"] = declaration.features;
  json["empty_row"] = empty_row_to_json(declaration.empty_row);
  json["profile"] = profile_to_json(declaration.profile);
  json["deterministic"] = declaration.deterministic;
  json["numeric"] = declaration.numeric;
  json["limits"] = limits_to_json(declaration.limits);
  json["refuses"] = refuses_to_json(declaration.refuses);
  return json;
}

Declaration declaration_from_json(const Json& json, const std::string& pointer) {
  ObjectReader reader(json, pointer);
  Declaration declaration;
  declaration.name = name_from(reader);
  declaration.features = features_from(reader, "features");
  declaration.empty_row = empty_row_from(reader.at("empty_row"), reader.pointer("empty_row"));
  declaration.profile = profile_from_json(reader.at("profile"), reader.pointer("profile"));
  declaration.deterministic = reader.boolean("deterministic");
  if (reader.has("numeric")) declaration.numeric = reader.boolean("numeric");
  if (reader.has("limits")) declaration.limits = limits_from(reader.at("limits"), reader.pointer("limits"));
  if (reader.has("refuses")) declaration.refuses = refuses_from(reader);
  reader.done();
  return declaration;
}

} // namespace attest
