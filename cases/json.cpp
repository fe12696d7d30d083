// Reading values out of parsed JSON, strictly, and writing JSON that can always be read.
#include "cases/json.hpp"

#include "cases/numbers.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <utility>

namespace attest {

namespace {

[[noreturn]] void fail(ErrorKind kind, const std::string& pointer, const std::string& sentence) {
  throw JsonError(kind, fmt::format("{}: {}", pointer.empty() ? "top level" : pointer, sentence));
}

/// "not true", "not 3.5", "not 'text'"; nothing long, nothing unprintable.
std::string shown(const Json& value) {
  if (value.is_string()) return quote(value.get_ref<const std::string&>());
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  return dump_json(value);
}

[[noreturn]] void wrong_type(const Json& value, const std::string& pointer, std::string_view wanted) {
  fail(ErrorKind::syntax, pointer, fmt::format("expected {}, not {}", wanted, shown(value)));
}

/// A whole number that was too large for an integer is parsed as a double.
bool is_huge_integer(const Json& value) {
  constexpr double two_to_63 = 9223372036854775808.0;
  return value.is_number_float() && std::fabs(value.get<double>()) >= two_to_63;
}

/// The number if int64 holds it.
std::optional<std::int64_t> as_int64(const Json& value) {
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() > largest;
  if (!value.is_number_integer() || too_large) return {};
  return value.get<std::int64_t>();
}

/// Escapes as RFC 6901 asks.
std::string escaped(const std::string& key) {
  std::string text;
  for (const char c : key) text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return text;
}

} // namespace

Json number_to_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

std::int64_t integer_in(const Json& value, const std::string& pointer, std::int64_t low, std::int64_t high) {
  if (!value.is_number_integer() && !is_huge_integer(value)) wrong_type(value, pointer, "a whole number");
  const auto number = as_int64(value);
  if (!number || *number < low || *number > high)
    fail(ErrorKind::range, pointer, fmt::format("must be {} to {}, not {}", low, high, dump_json(value)));
  return *number;
}

std::string text_in(const Json& value, const std::string& pointer) {
  if (!value.is_string()) wrong_type(value, pointer, "a string");
  return value.get<std::string>();
}

bool boolean_in(const Json& value, const std::string& pointer) {
  if (!value.is_boolean()) wrong_type(value, pointer, "true or false");
  return value.get<bool>();
}

double number_in(const Json& value, const std::string& pointer) {
  if (value.is_number()) return value.get<double>();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (value == "inf") return infinity;
  if (value == "-inf") return -infinity;
  wrong_type(value, pointer, "a number or one of \"nan\", \"inf\", \"-inf\"");
}

const Json& array_in(const Json& value, const std::string& pointer) {
  if (!value.is_array()) wrong_type(value, pointer, "an array");
  return value;
}

std::string dump_json(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

ObjectReader::ObjectReader(const Json& object, std::string pointer)
    : object_(object), pointer_(std::move(pointer)) {
  if (!object_.is_object()) wrong_type(object_, pointer_, "an object");
}

bool ObjectReader::has(const std::string& key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  return object_.contains(key);
}

const Json& ObjectReader::at(const std::string& key) {
  if (!has(key)) fail(ErrorKind::syntax, pointer_, fmt::format("the key \"{}\" is missing", key));
  return object_.at(key);
}

std::string ObjectReader::text(const std::string& key) { return text_in(at(key), pointer(key)); }

bool ObjectReader::boolean(const std::string& key) { return boolean_in(at(key), pointer(key)); }

std::int64_t ObjectReader::integer(const std::string& key, std::int64_t low, std::int64_t high) {
  return integer_in(at(key), pointer(key), low, high);
}

double ObjectReader::number(const std::string& key) { return number_in(at(key), pointer(key)); }

const Json& ObjectReader::array(const std::string& key) { return array_in(at(key), pointer(key)); }

std::vector<std::string> ObjectReader::texts(const std::string& key) {
  std::vector<std::string> result;
  for (const Json& item : array(key))
    result.push_back(text_in(item, fmt::format("{}/{}", pointer(key), result.size())));
  return result;
}

std::string ObjectReader::pointer(const std::string& key) const { return pointer_ + "/" + escaped(key); }

void ObjectReader::done() const {
  for (const auto& item : object_.items()) {
    if (std::find(known_.begin(), known_.end(), item.key()) != known_.end()) continue;
    const std::vector<std::string_view> known(known_.begin(), known_.end());
    fail(ErrorKind::unknown, pointer_, unknown_word("key", item.key(), known));
  }
}

} // namespace attest
