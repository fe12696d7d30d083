// The table of keys: how the value of each is read from text, and how it is printed.
#pragma once

#include "cases/draft.hpp"

#include <span>
#include <string>
#include <string_view>

namespace attest {

struct LineKey {
  std::string_view name;
  void (*read)(Draft&, std::string_view text); ///< throws InputError without a place
  std::string (*print)(
      const Case&); ///< canonical text; `none`, `auto`, `unset` or `io` where there is nothing
};

/// All keys in the order of the table of CONTRACT section 1.
std::span<const LineKey> line_keys();

} // namespace attest
