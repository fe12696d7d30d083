// Reading and printing of numbers; no locale, no floating-point parser of the library is involved.
#include "cases/numbers.hpp"

#include "cases/error.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace attest {

namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Digits without a leading zero, or "0" itself.
bool is_plain_number(std::string_view text) {
  return all_digits(text) && (text.size() == 1 || text[0] != '0');
}

constexpr double ten_to_9 = 1e9;
constexpr double largest_decimal = 999999.999999999;

} // namespace

std::int64_t parse_whole(std::string_view text) {
  if (text.empty()) throw InputError(ErrorKind::syntax, "a whole number like 4 is missing");
  const bool negative = text[0] == '-';
  const std::string_view digits = negative ? text.substr(1) : text;
  if (!is_plain_number(digits) || (negative && digits == "0"))
    throw InputError(ErrorKind::syntax, fmt::format("{} is not a whole number like 4 or -4", quote(text)));
  using Limits = std::numeric_limits<std::int64_t>;
  constexpr std::size_t always_fits = 18;
  if (digits.size() > always_fits) return negative ? Limits::min() : Limits::max();
  std::int64_t value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  return negative ? -value : value;
}

double parse_decimal(std::string_view text) {
  if (text.empty()) throw InputError(ErrorKind::syntax, "a decimal number like 0.5 is missing");
  const bool negative = text[0] == '-';
  const std::string_view number = negative ? text.substr(1) : text;
  const std::size_t point = number.find('.');
  const std::string_view before = number.substr(0, point);
  const bool has_point = point != std::string_view::npos;
  const std::string_view after = has_point ? number.substr(point + 1) : std::string_view();
  if (!is_plain_number(before) || (has_point && !all_digits(after)))
    throw InputError(ErrorKind::syntax,
                     fmt::format("{} is not a decimal number like 0.5 or -2", quote(text)));
  if (before.size() > 6 || after.size() > 9)
    throw InputError(ErrorKind::range,
                     fmt::format("{} has more than 6 digits before or 9 after the point", quote(text)));
  // At most 15 digits over a power of ten: both are exact, so the one division rounds correctly.
  std::int64_t digits = 0;
  double divisor = 1;
  for (const char c : before) digits = digits * 10 + (c - '0');
  for (const char c : after) {
    digits = digits * 10 + (c - '0');
    divisor *= 10;
  }
  const double value = static_cast<double>(digits) / divisor;
  return negative && digits != 0 ? -value : value;
}

std::string print_decimal(double value) {
  std::string text = fmt::format("{:.9f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

bool is_decimal(double value) {
  if (!(std::fabs(value) <= largest_decimal)) return false;
  return std::round(value * ten_to_9) / ten_to_9 == value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
    pieces.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  pieces.push_back(text);
  return pieces;
}

std::vector<std::int64_t> parse_wholes(std::string_view text, char separator) {
  std::vector<std::int64_t> numbers;
  for (const std::string_view piece : split(text, separator)) numbers.push_back(parse_whole(piece));
  return numbers;
}

void check_range(std::string_view what, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return;
  using Limits = std::numeric_limits<std::int64_t>;
  const bool saturated = value == Limits::max() || value == Limits::min();
  const std::string actual = saturated ? "" : fmt::format(", not {}", value);
  throw InputError(ErrorKind::range, fmt::format("{} must be {} to {}{}", what, low, high, actual));
}

} // namespace attest
