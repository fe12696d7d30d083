// Writing a case as JSON: all keys of the table, in its order, absent numbers null.
#include "cases/case_json.hpp"

#include "cases/words.hpp"

#include <nlohmann/json.hpp>

namespace attest {

namespace {

using Json = nlohmann::ordered_json;

template <class Value> Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json entry_to_json(const Entry& entry) {
  if (const auto* feed = std::get_if<Feed>(&entry)) return {{"op", "feed"}, {"tokens", feed->tokens}};
  if (const auto* crop = std::get_if<Crop>(&entry)) return {{"op", "crop"}, {"length", crop->length}};
  if (const auto* reorder = std::get_if<Reorder>(&entry)) return {{"op", "reorder"}, {"rows", reorder->rows}};
  return {{"op", "reset"}};
}

Json steps_to_json(const std::vector<Entry>& steps) {
  Json array = Json::array();
  for (const Entry& entry : steps) array.push_back(entry_to_json(entry));
  return array;
}

Json cache_to_json(const Cache& cache) {
  Json object = {{"kind", name_of(cache.kind)}};
  const auto names = number_names_of(cache.kind);
  for (std::size_t i = 0; i < names.size(); ++i) object[std::string(names[i])] = cache.numbers[i];
  return object;
}

Json pad_to_json(const Pad& pad) {
  Json object = {{"side", name_of(pad.side)}};
  if (pad.side == PadSide::left || pad.side == PadSide::right) object["counts"] = pad.counts;
  if (pad.side == PadSide::bits) object["bits"] = pad.bits;
  return object;
}

} // namespace

Json case_to_json(const Case& given) {
  const Case value = with_defaults(given);
  Json object = Json::object();
  object["batch"] = value.batch;
  object["heads"] = {value.query_heads, value.kv_heads};
  object["dim"] = {value.dim, value.value_dim};
  object["steps"] = steps_to_json(value.steps);
  object["cache"] = cache_to_json(value.cache);
  object["keys"] = or_null(value.keys);
  object["mask"] = print_mask(value.mask);
  object["pad"] = pad_to_json(value.pad);
  object["is_causal"] = or_null(value.is_causal);
  object["form"] = name_of(value.form);
  object["mask_shape"] = name_of(value.mask_shape);
  object["mask_dtype"] = value.mask_dtype ? name_of(*value.mask_dtype) : "io";
  object["offset"] = or_null(value.offset);
  object["rows"] = name_of(value.rows);
  object["dtype"] = name_of(value.dtype);
  object["scale"] = or_null(value.scale);
  object["softcap"] = or_null(value.softcap);
  object["sink"] = value.sink;
  object["alibi"] = value.alibi;
  object["layout"] = name_of(value.layout);
  object["memory"] = name_of(value.memory);
  object["unfilled"] = name_of(value.unfilled);
  object["data"] = name_of(value.data);
  object["seed"] = value.seed;
  return object;
}

} // namespace attest
