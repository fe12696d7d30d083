// How far a right answer is likely to be from the exact one: over many keys the roundings of stored weights
// and scores cancel, which the bound of CONTRACT section 8 may not assume. It stands beside that bound and
// never replaces it: an answer between the two is suspicious, and only that.
#pragma once

#include "reference/row.hpp"

namespace attest::reference {

/// Rows with fewer seen keys have too few roundings to cancel.
inline constexpr std::size_t fewest_keys = 32;

/// True if weights or scores are stored in a coarser dtype than acc: else there is nothing that could cancel.
bool stores_low(const Rounding&);

/// The roundings whose errors do not cancel over the keys: those of the output and of all that stays in acc,
/// and that of a stored scaled q, which is the same for every key of the row.
Rounding without_stored(const Rounding&);

/// Three times the variance of d_j (a rounding by at most e, evenly spread, has e^2 / 3).
double score_variance3(const Rounding&, const Score&);

/// Per channel, without unit: the statistical bound of a row whose sums are known, at most the hard one;
/// infinity where the row is ill-conditioned.
std::vector<double> statistical_bounds(const Rounding&, const RowError&, const Row&);

} // namespace attest::reference
