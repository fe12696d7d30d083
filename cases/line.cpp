// Lines as a whole: words in any order in, words in the order of the table out.
#include "cases/line.hpp"

#include "cases/error.hpp"
#include "cases/line_keys.hpp"
#include "cases/validate.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace attest {

namespace {

[[noreturn]] void fail(ErrorKind kind, const std::string& sentence) { throw InputError(kind, sentence); }

const LineKey& key_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const LineKey& key : line_keys()) {
    if (key.name == name) return key;
    names.push_back(key.name);
  }
  fail(ErrorKind::unknown, unknown_word("key", name, names));
}

void check_printable(std::string_view word) {
  for (std::size_t i = 0; i < word.size(); ++i)
    if (word[i] < '!' || word[i] > '~')
      fail(ErrorKind::syntax,
           fmt::format("character {} is not printable ASCII; words are separated by spaces", i + 1));
}

void read_word(Draft& draft, std::vector<std::string_view>& seen, std::string_view word) {
  check_printable(word);
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == word.size())
    fail(ErrorKind::syntax, "expected KEY=VALUE");
  const std::string_view name = word.substr(0, equals);
  const LineKey& key = key_named(name);
  if (std::find(seen.begin(), seen.end(), name) != seen.end())
    fail(ErrorKind::duplicate, fmt::format("the key '{}' was given before", name));
  seen.push_back(name);
  key.read(draft, word.substr(equals + 1));
  check_key(name, draft.value);
}

/// The next word; takes it and the spaces before it from the line. Empty at the end.
std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

/// A case whose every key holds what the key would hold in this case if it were not written.
Case defaults_beside(const Case& value) {
  Case defaults;
  defaults.mask = default_mask(value);
  defaults.form = default_form(value);
  if (!value.keys || value.cache.kind != CacheKind::none) return defaults;
  defaults.steps = value.steps;
  defaults = with_defaults(defaults);
  defaults.offset = *value.keys - *defaults.keys;
  return defaults;
}

} // namespace

Case parse_line(std::string_view line) {
  Draft draft;
  std::vector<std::string_view> seen;
  std::size_t number = 0;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    ++number;
    try {
      read_word(draft, seen, word);
    } catch (const InputError& error) {
      fail(error.kind(), fmt::format("word {} {}: {}", number, quote(word), error.what()));
    }
  }
  if (std::find(seen.begin(), seen.end(), "steps") == seen.end())
    fail(ErrorKind::syntax, "the word steps=... is missing, as in steps=4");
  return completed(draft);
}

std::string print_line(const Case& given) {
  const Case value = with_defaults(given);
  const Case defaults = defaults_beside(value);
  std::string line;
  for (const LineKey& key : line_keys()) {
    const std::string text = key.print(value);
    if (key.name != "steps" && text == key.print(defaults)) continue;
    line += fmt::format("{}{}={}", line.empty() ? "" : " ", key.name, text);
  }
  return line;
}

std::vector<std::string> full_words(const Case& given) {
  const Case value = with_defaults(given);
  std::vector<std::string> words;
  for (const LineKey& key : line_keys()) words.push_back(fmt::format("{}={}", key.name, key.print(value)));
  return words;
}

} // namespace attest
