// Small words in text and JSON: the names of enumerators, and the nearest known word for one that is not
// known.
#pragma once

#include "cases/case.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

/// The names of an enumeration's values in their order ("bhsd", "bshd", ...), for Dtype, CacheKind, PadSide,
/// Form, MaskShape, Rows, Layout, Memory, Unfilled, Data, TermKind and ErrorKind.
template <class Enum> std::span<const std::string_view> names_of();

template <class Enum> std::string_view name_of(Enum value) {
  return names_of<Enum>()[static_cast<std::size_t>(value)];
}

/// The enumerator with this name, or nothing.
template <class Enum> std::optional<Enum> named(std::string_view name) {
  const auto names = names_of<Enum>();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  return {};
}

/// What the numbers of a cache kind are called in JSON, in the order of the line: static-sliding has
/// "window", "capacity".
std::span<const std::string_view> number_names_of(CacheKind);

/// "; did you mean 'static'?" for a near miss, else "".
std::string suggestion(std::string_view word, const std::vector<std::string_view>& known);

/// "a, b, c or d".
std::string listed(std::span<const std::string_view> words);

/// Foreign text for a message: in single quotes, at most 60 characters of it, unprintable bytes as \xNN.
std::string quote(std::string_view text);

/// "unknown cache kind 'statik'; did you mean 'static'?"; where nothing is near, "; known are none, dynamic,
/// ..." instead.
std::string unknown_word(std::string_view what, std::string_view word,
                         std::span<const std::string_view> known);

} // namespace attest
