// A fault of a policy as a value: which cells it shows that it should hide, or hides that it should show.
#pragma once

#include "backends/seeded/parts.hpp"

namespace attest::backends {

/// One cell of a mask, and what may be known of it when it is decided.
struct Cell {
  const Case& value;
  const StepPlan& step;
  std::int64_t batch = 0;
  std::int64_t head = 0; ///< of the query
  std::int64_t row = 0;  ///< number of the query in its call
  std::int64_t slot = 0;
  std::int64_t query = 0; ///< absolute index
  std::int64_t key = 0;   ///< token in the slot; -1: unwritten
  bool right = false;     ///< whether the case shows it
  bool read = false;      ///< whether the misread case shows it
};

/// The exact rule with a mistake in it. Without `misreads` the case is read as it stands; without `shows`,
/// cells are those of the misread case.
struct MaskFault {
  std::string name = "";
  std::function<void(Case&)> misreads = {};
  std::function<bool(const Cell&)> shows = {};
};

/// The policy with this fault: a BOOL mask per batch row and query head, whatever form the case hands over
/// (a right one says the same in every form).
Policy policy_of(const MaskFault&);

} // namespace attest::backends
