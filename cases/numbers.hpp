// Numbers as the case language writes them: whole numbers, and decimals short enough that a double holds them
// exactly enough to print them back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

/// Reads `"0" | ["-"] nonzero-digit {digit}`. Throws InputError (syntax). What int64 cannot hold becomes its
/// largest or smallest number, which every limit refuses.
std::int64_t parse_whole(std::string_view text);

/// Reads `["-"] ("0" | nonzero-digit {digit}) ["." digit {digit}]`. Throws InputError: syntax, or range for
/// more than 6 digits before the point or 9 after it. -0 becomes 0.
double parse_decimal(std::string_view text);

/// At most 9 decimals, without trailing zeros; -0 is "0". parse_decimal(print_decimal(x)) == x if
/// is_decimal(x).
std::string print_decimal(double value);

/// True if some decimal of at most 6 digits before and 9 after the point reads as this value.
bool is_decimal(double value);

/// The pieces of a text between separators; always at least one, empty ones included.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Whole numbers between separators.
std::vector<std::int64_t> parse_wholes(std::string_view text, char separator);

/// Throws InputError (range) unless low <= value <= high: "batch must be 1 to 1048576, not 0".
void check_range(std::string_view what, std::int64_t value, std::int64_t low, std::int64_t high);

} // namespace attest
