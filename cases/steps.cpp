// Reading and printing of the entries of `steps`.
#include "cases/steps.hpp"

#include "cases/error.hpp"
#include "cases/limits.hpp"
#include "cases/numbers.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace attest {

namespace {

constexpr std::array<std::string_view, 3> operations = {"crop", "reorder", "reset"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }

/// A word of letters can be an operation; "x4", "4x" and "+4" are broken numbers.
bool is_operation_name(std::string_view name) {
  return name.size() > 1 && is_letter(name[0]) && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), is_letter);
}

void append_feeds(std::vector<Entry>& steps, std::string_view text) {
  const std::vector<std::string_view> pieces = split(text, 'x');
  if (pieces.size() > 2)
    throw InputError(ErrorKind::syntax, "a step is TOKENS or COUNTxTOKENS, as in 5 or 3x1");
  const std::int64_t count = pieces.size() == 2 ? parse_whole(pieces[0]) : 1;
  const std::int64_t tokens = parse_whole(pieces.back());
  check_range("the count of steps", count, 1, most_entries);
  check_range("the number of entries", static_cast<std::int64_t>(steps.size()) + count, 1, most_entries);
  steps.insert(steps.end(), static_cast<std::size_t>(count), Feed{tokens});
}

Entry parse_operation(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const bool has_numbers = colon != std::string_view::npos;
  if (!is_operation_name(name))
    throw InputError(ErrorKind::syntax, "expected TOKENS, COUNTxTOKENS, crop:L, reorder:A/B/.. or reset");
  if (std::find(operations.begin(), operations.end(), name) == operations.end())
    throw InputError(ErrorKind::unknown, unknown_word("operation", name, operations));
  if (has_numbers != (name != "reset"))
    throw InputError(ErrorKind::syntax, "an operation is crop:L, reorder:A/B/.. or reset");
  if (name == "reset") return Reset{};
  const std::string_view numbers = text.substr(colon + 1);
  if (name == "crop") return Crop{parse_whole(numbers)};
  return Reorder{parse_wholes(numbers, '/')};
}

void append_entry(std::vector<Entry>& steps, std::string_view text) {
  const bool is_number = !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
  if (is_number) return append_feeds(steps, text);
  const Entry operation = parse_operation(text);
  check_range("the number of entries", static_cast<std::int64_t>(steps.size()) + 1, 1, most_entries);
  steps.push_back(operation);
}

/// How many entries from `first` on are equal to it.
std::size_t run_length(const std::vector<Entry>& steps, std::size_t first) {
  std::size_t end = first + 1;
  while (end < steps.size() && steps[end] == steps[first]) ++end;
  return end - first;
}

} // namespace

std::vector<Entry> parse_steps(std::string_view text) {
  std::vector<Entry> steps;
  std::size_t number = 0;
  for (const std::string_view piece : split(text, ',')) {
    ++number;
    try {
      append_entry(steps, piece);
    } catch (const InputError& error) {
      throw InputError(error.kind(), fmt::format("entry {} {}: {}", number, quote(piece), error.what()));
    }
  }
  return steps;
}

std::string print_entry(const Entry& entry) {
  if (const auto* feed = std::get_if<Feed>(&entry)) return std::to_string(feed->tokens);
  if (const auto* crop = std::get_if<Crop>(&entry)) return fmt::format("crop:{}", crop->length);
  if (const auto* reorder = std::get_if<Reorder>(&entry))
    return fmt::format("reorder:{}", fmt::join(reorder->rows, "/"));
  return "reset";
}

std::string print_steps(const std::vector<Entry>& steps) {
  std::string text;
  for (std::size_t i = 0; i < steps.size();) {
    if (i > 0) text += ',';
    const bool repeats = std::holds_alternative<Feed>(steps[i]) && run_length(steps, i) >= 3;
    const std::size_t count = repeats ? run_length(steps, i) : 1;
    text += repeats ? fmt::format("{}x{}", count, print_entry(steps[i])) : print_entry(steps[i]);
    i += count;
  }
  return text;
}

} // namespace attest
