// The classes of findings with one sentence each (CONTRACT section 12), for `attest list classes` and for
// readers of reports.
#pragma once

#include <string_view>
#include <vector>

namespace attest::reports {

struct ClassEntry {
  std::string_view name;
  std::string_view sentence;
};

/// In the contract's order: those of broken answers first, then those of wrong ones.
const std::vector<ClassEntry>& classes();

} // namespace attest::reports
