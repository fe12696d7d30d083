// Naive attention in double over the keys that are seen, and how far a right answer may be from it (CONTRACT
// sections 6 and 8).
#pragma once

#include "cases/case.hpp"
#include "cases/plan.hpp"
#include "cases/profile.hpp"
#include "cases/timeline.hpp"
#include "reference/cells.hpp"

#include <array>
#include <vector>

namespace attest::reference {

/// A dense array of doubles, row-major.
struct Array4 {
  std::array<std::int64_t, 4> shape = {};
  std::vector<double> values = {};
  double& at(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
    return values[index(a, b, c, d)];
  }
  double at(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) const {
    return values[index(a, b, c, d)];
  }
  std::size_t index(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) const {
    return static_cast<std::size_t>(((a * shape[1] + b) * shape[2] + c) * shape[3] + d);
  }
  bool operator==(const Array4&) const = default;
};

/// An array of this shape in which every element is `value`.
Array4 array_of(const std::array<std::int64_t, 4>& shape, double value = 0);

/// What was fed in one step, already rounded to the dtype: q (batch, query heads, n, dim), k (batch, kv
/// heads, n, dim), v (batch, kv heads, n, value_dim). cache=none: k and v hold `keys` tokens; cross: step 0
/// holds the encoder, later k and v are empty.
struct Fed {
  Array4 q, k, v;
};

/// The tensors of a case by the data function (or of a probe, made by the harness), one entry per step.
using Problem = std::vector<Fed>;

/// The problem of a case by its own data function.
Problem problem_of(const Case&);

/// What a right cache returns at one step: k (batch, kv heads, slots, dim), v (.., value_dim). Unwritten
/// slots hold what `unfilled` says; quantised tokens of earlier steps come back through the quantiser.
struct Returned {
  Array4 k, v;
};
Returned returned_at(const Case&, const std::vector<StepPlan>&, const Problem&, std::int64_t step);

/// The same for a caller that asks for many steps and has calls_of(case) at hand.
Returned returned_at(const Case&, const std::vector<Call>&, const StepPlan&, const Problem&);

/// What is right for one step.
struct Expected {
  Array4 out;    ///< (batch, query heads, n, value_dim); NaN where a row sees nothing and there is no sink
  Array4 bound;  ///< per element, B of CONTRACT section 8; infinity in rows that are ill-conditioned, see
                 ///< nothing (without a sink) or read NaN
  Array4 likely; ///< per element, the statistical bound where many keys are seen and the profile stores
                 ///< something low, else `bound`; a right answer may be beyond it, but hardly ever
  Array4 max_d;  ///< (batch, query heads, n, 1): the largest relative score error of the row; above 0.1 it is
                 ///< ill-conditioned
};

/// Attention of one step over these cells (the right ones, or those of a hypothesis) in double.
Expected attend(const Case&, const StepPlan&, const Fed&, const Returned&, const Cells&, const Profile&);

/// The mean of v over all returned slots of a row, and its bound (all weights 1/slots, scores 0): what the
/// policy `mean` promises.
Expected uniform(const Case&, const StepPlan&, const Returned&, const Profile&);

} // namespace attest::reference
