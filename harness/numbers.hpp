// Numbers of one row against what is right: the bound of CONTRACT section 8, applied.
#pragma once

#include "harness/observed.hpp"
#include "harness/question.hpp"

namespace attest::harness {

struct Comparison {
  reports::Value worst = {}; ///< the first element that is not finite, else the one with the largest ratio
  double ratio = 0;          ///< |actual - expected| / bound there; 0 if not measured
  bool finite = true;
};

/// Compares a row of an answer (batch, query heads, n, value_dim).
Comparison compare_row(const Question&, const reference::Expected&, const std::vector<double>& answer,
                       const Row&);

/// The same against the statistical bound.
Comparison compare_row_with_likely(const Question&, const reference::Expected&,
                                   const std::vector<double>& answer, const Row&);

/// The elements of a row of an answer.
std::span<const double> elements_of(const Question&, const std::vector<double>& answer, const Row&);

/// max d of the row is above 0.1: it has no numeric verdict.
bool is_ill_conditioned(const reference::Expected&, const Row&);

/// True if every judged row of the case's own answer is what the reference gives for the case `changed` over
/// these cells, per step; within the statistical bound if only that was left. At least one of the rows that
/// are wrong must have been measured.
bool explains(const Question&, const Observed&, const Case& changed, const std::vector<reference::Cells>&);

} // namespace attest::harness
