// A hypothesis: a mistake as the cells that it would have read. It fits if these are what was read, in every
// judged row.
#pragma once

#include "harness/classes/class.hpp"

namespace attest::harness {

/// The cells that a mistake would read at one step.
using Reading = std::function<reference::Cells(const Question&, std::int64_t step)>;

struct Hypothesis {
  std::string name = "";
  std::string says = "";
  std::function<bool(const Question&)> applies = {};
  std::vector<Reading> readings = {}; ///< several, where the mistake can be made in several ways
  bool of_tokens =
      false; ///< a wrong cell must be of a written slot: else reading unwritten slots explains it better
};

/// In the order of CONTRACT section 12: rules 2 and 3, then rule 6.
const std::vector<Hypothesis>& hypotheses_of_alignment();
const std::vector<Hypothesis>& hypotheses_of_reading();

/// True if there is a wrong cell and one of the readings is the whole answer.
bool fits(const Facts&, const Hypothesis&);

/// True if one row read exactly these cells of row `as` of `cells`.
bool row_fits(const Facts&, const Row&, const reference::Cells&, std::int64_t as);

} // namespace attest::harness
