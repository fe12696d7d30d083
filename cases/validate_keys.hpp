// The rules of the case language that concern one key alone, so that readers can apply each as soon as its
// key is read.
#pragma once

#include "cases/case.hpp"

#include <span>
#include <string_view>

namespace attest {

struct KeyRule {
  std::string_view key;
  void (*check)(const Case&); ///< throws InputError
};

/// In the order of the table; keys whose values are words have no rule.
std::span<const KeyRule> key_rules();

} // namespace attest
