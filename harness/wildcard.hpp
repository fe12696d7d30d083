// Patterns with `*`, as --backend and known lists hold them.
#pragma once

#include <string_view>

namespace attest::harness {

/// `*` stands for any run of characters, also none; everything else for itself.
bool matches(std::string_view pattern, std::string_view text);

inline bool is_pattern(std::string_view text) { return text.find('*') != std::string_view::npos; }

} // namespace attest::harness
