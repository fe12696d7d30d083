// How far a right answer may be from the exact one: the bound of CONTRACT section 8, term by term, under the
// names it has there.
#pragma once

#include "cases/case.hpp"
#include "cases/profile.hpp"

#include <cstdint>
#include <optional>

namespace attest::reference {

/// Where a backend rounds, as numbers: u is a unit round-off, t the smallest that a dtype resolves.
struct Rounding {
  double u_out = 0, u_p = 0, u_scores = 0, u_acc = 0;
  double t_out = 0, t_p = 0, t_scores = 0;
  double u_scaled_q = 0;      ///< 0: the scaled q stays in acc
  double score_roundings = 0; ///< how often a score is stored
  double exp = 0;             ///< relative error of the exponential
  double dot = 0;             ///< g(D+6)
  std::int64_t tile = 0;
  std::optional<double> softcap = {};
  bool alibi = false;
};

Rounding rounding_of(const Case&, const Profile&);

/// What a score is made of.
struct Score {
  double size = 0;   ///< S, abs(scale) * sum of abs(q) abs(k)
  double raw = 0;    ///< r, scale * (q . k)
  double capped = 0; ///< after the softcap
  double bias = 0;   ///< alibi's share
  double final = 0;  ///< s
};

/// d_j, the relative error of exp(s_j); `top` is m, the largest score or sink.
double score_error(const Rounding&, const Score&, double top);

/// d_snk.
double sink_error(const Rounding&, double sink, double top);

/// n, the roundings of a sum over `seen` keys among `slots` returned ones.
double roundings_of_sum(const Rounding&, std::int64_t seen, std::int64_t slots);

/// What all elements of a row share.
struct RowError {
  double max_d = 0;
  double roundings = 0;  ///< n
  double sink_share = 0; ///< (1 - sum p) d_snk; 0 without a sink
};

/// Sums over the seen keys for one element.
struct Element {
  double out = 0;    ///< o
  double weight = 0; ///< sum p |v|
  double spread = 0; ///< sum p |v - o| d
  double total = 0;  ///< sum |v|
};

/// B; infinity where the row is ill-conditioned (max d above 0.1) or holds what is not finite.
double bound_of(const Rounding&, const RowError&, const Element&);

} // namespace attest::reference
