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

/// The exact rule with a mistake in it. Without `misreads` case and step are read as they stand; without
/// `shows`, cells are those of the misread ones. A mistake in single cells spares masks of alternatives
/// ("|"), through which one term's fault looks like another's, and rows that see nothing, whose contents are
/// a matter of their own.
struct MaskFault {
  std::string name = "";
  std::function<void(Case&, StepPlan&)> misreads = {};
  std::function<bool(const Cell&)> shows = {};
  std::string kernel = "plain";
  bool any_mask = false; ///< masks of alternatives too
  bool any_row = false;  ///< rows that see nothing too
};

/// The policy with this fault: a BOOL mask per batch row and query head, whatever form the case hands over
/// (a right one says the same in every form).
Policy policy_of(const MaskFault&);

/// The mutant that is told about, with this fault as its backend.
Mutant mutant_of(const MaskFault&, const Takes&, Mutant told);

/// Adds to the number of every term of this kind.
void grow(Mask&, TermKind, std::int64_t by);

} // namespace attest::backends
