// The one strict JSON reader: duplicate and unknown keys, wrong types and out-of-range numbers are errors
// with a JSON pointer; NaN and infinities are the strings "nan", "inf", "-inf".
#pragma once

#include "cases/error.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

using Json = nlohmann::ordered_json;

/// What this reader throws: kind() is file; in_case() is the kind that it has when the document is the JSON
/// form of a case.
class JsonError : public InputError {
public:
  JsonError(ErrorKind in_case, const std::string& sentence)
      : InputError(ErrorKind::file, sentence), in_case_(in_case) {}
  ErrorKind in_case() const { return in_case_; }

private:
  ErrorKind in_case_;
};

/// Parses text; throws InputError (file) with line and column on bad JSON, invalid UTF-8, duplicate keys or
/// nesting deeper than 64.
Json parse_json(std::string_view text, const std::string& name);

/// A finite double as a number, others as "nan", "inf", "-inf".
Json number_to_json(double);

/// Reads a JSON object key by key. Every get marks its key; done() refuses keys that nobody asked for,
/// suggesting the nearest. All errors are JsonError (kind file) and name the JSON pointer.
class ObjectReader {
public:
  ObjectReader(const Json& object, std::string pointer);
  bool has(const std::string& key);         ///< present (marks it)
  const Json& at(const std::string& key);   ///< must be present
  std::string text(const std::string& key); ///< must be a string
  bool boolean(const std::string& key);
  std::int64_t integer(const std::string& key, std::int64_t low, std::int64_t high); ///< no 3.0, no true
  double number(const std::string& key); ///< number, or "nan", "inf", "-inf"
  const Json& array(const std::string& key);
  std::vector<std::string> texts(const std::string& key); ///< array of strings
  std::string pointer(const std::string& key) const;      ///< "/cache/kind"
  void done() const;

private:
  const Json& object_;
  std::string pointer_;
  std::vector<std::string> known_;
};

/// The helpers under ObjectReader, for values that are not in an object.
std::int64_t integer_in(const Json&, const std::string& pointer, std::int64_t low, std::int64_t high);
std::string text_in(const Json&, const std::string& pointer);
bool boolean_in(const Json&, const std::string& pointer);
double number_in(const Json&, const std::string& pointer);
const Json& array_in(const Json&, const std::string& pointer);

/// One line, UTF-8, what cannot be encoded replaced; used for every message and report.
std::string dump_json(const Json&, int indent = -1);

} // namespace attest
