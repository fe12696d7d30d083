// The parser half of the strict reader: text to JSON, with line and column of what is wrong, and no key
// twice.
#include "cases/json.hpp"

#include "cases/printable.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace attest {

namespace {

/// Deep enough for every document that this project knows, shallow enough for every recursive reader.
constexpr int deepest = 64;

/// Line and column, both from 1, of a byte.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0: the first line
  return fmt::format("line {}, column {}", line, std::max<std::size_t>(before.size() - line_start, 1));
}

/// nlohmann's message without its prefix "[json.exception.parse_error.101] parse error at line 1, column 2:
/// ".
std::string reason_of(const std::string& message) {
  for (const std::string_view mark : {"syntax error ", "number overflow "})
    if (const std::size_t at = message.find(mark); at != std::string::npos) return message.substr(at);
  return message.substr(std::min(message.find("] ") + 2, message.size()));
}

/// Watches the parser: refuses a key that its object already has, and too deep nesting.
class Watcher {
public:
  explicit Watcher(const std::string& name) : name_(name) {}

  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::object_start) keys_.push_back({});
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    const bool opens =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (opens && depth >= deepest)
      throw JsonError(ErrorKind::syntax, fmt::format("{}: nested deeper than {}", name_, deepest));
    if (event == Json::parse_event_t::key) {
      const auto& key = value.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second)
        throw JsonError(ErrorKind::duplicate,
                        fmt::format("{}: the key {} stands twice in one object", name_, quote(key)));
    }
    return true;
  }

private:
  const std::string& name_;
  std::vector<std::set<std::string>> keys_ = {};
};

} // namespace

Json parse_json(std::string_view text, const std::string& name) {
  // The library takes a NUL byte for the end of the text, and would never see what follows it.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    throw JsonError(ErrorKind::syntax, fmt::format("{}: {}: there is a NUL byte, which JSON cannot hold",
                                                   name, place_of(text, nul + 1)));
  Watcher watcher(name);
  const auto watch = [&watcher](int depth, Json::parse_event_t event, const Json& value) {
    return watcher(depth, event, value);
  };
  try {
    return Json::parse(text.begin(), text.end(), watch);
  } catch (const Json::parse_error& error) {
    throw JsonError(ErrorKind::syntax, fmt::format("{}: {}: {}", name, place_of(text, error.byte),
                                                   one_line(reason_of(error.what()))));
  } catch (const Json::exception& error) {
    throw JsonError(ErrorKind::range, fmt::format("{}: {}", name, one_line(reason_of(error.what()))));
  }
}

} // namespace attest
