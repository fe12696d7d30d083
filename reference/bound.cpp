// Each function is one line of the formula in CONTRACT section 8.
#include "reference/bound.hpp"

#include "cases/dtype.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest_sound_d = 0.1; ///< above it first-order reasoning ends: the row is ill-conditioned

/// t of a dtype: half of f16's smallest subnormal, else the smallest normal number, since kernels may flush
/// the rest.
double tiny(Dtype dtype) {
  switch (dtype) {
  case Dtype::f16: return 0x1p-25;
  case Dtype::f32:
  case Dtype::bf16: return 0x1p-126;
  case Dtype::f64: return 0x1p-1022;
  }
  return 0;
}

/// g(n) = n u / (1 - n u), the error of n roundings in a row; no bound at all once n u reaches 1.
double grown(double n, double u) { return n * u < 1 ? n * u / (1 - n * u) : infinity; }

} // namespace

Rounding rounding_of(const Case& in, const Profile& profile) {
  const auto dtype = [&](Precision precision) { return resolve(profile, precision, in.dtype); };
  const auto u = [&](Precision precision) { return unit_roundoff(dtype(precision)); };
  Rounding r;
  r.u_out = u(profile.out), r.t_out = tiny(dtype(profile.out));
  r.u_p = u(profile.p), r.t_p = tiny(dtype(profile.p));
  r.u_scores = u(profile.scores), r.t_scores = tiny(dtype(profile.scores));
  r.u_acc = u(Precision::acc); // not profile.acc: a named profile accumulates f64 cases in f64
  r.u_scaled_q = profile.scaled_q == Precision::acc ? 0 : u(profile.scaled_q);
  r.score_roundings = profile.score_roundings;
  r.exp = exp_error(profile, in.dtype);
  r.dot = grown(static_cast<double>(in.dim + 6), r.u_acc);
  r.tile = profile.tile;
  r.softcap = in.softcap;
  r.alibi = !in.alibi.empty();
  return r;
}

double score_error(const Rounding& r, const Score& s, double top) {
  double d = r.dot * s.size + r.score_roundings * (r.u_scores * std::abs(s.raw) + r.t_scores);
  d += r.u_scaled_q * s.size;
  d += r.u_acc * std::abs(s.final - top) + r.exp;
  if (r.softcap) d += 4 * r.u_scores * std::abs(s.capped) + 4 * r.u_acc * *r.softcap;
  if (r.alibi) d += 3 * r.u_scores * std::abs(s.bias) + r.u_scores * std::abs(s.final);
  return d;
}

double sink_error(const Rounding& r, double sink, double top) {
  return r.u_scores * std::abs(sink) + r.u_acc * std::abs(sink - top) + r.exp;
}

double roundings_of_sum(const Rounding& r, std::int64_t seen, std::int64_t slots) {
  if (r.tile == 0) return static_cast<double>(seen);
  const std::int64_t tiles = (slots + r.tile - 1) / r.tile;
  return static_cast<double>(std::min(seen, r.tile) + 3 * tiles);
}

double bound_of(const Rounding& r, const RowError& row, const Element& e) {
  if (!(row.max_d <= largest_sound_d)) return infinity;
  double first = r.u_out * std::abs(e.out) + r.u_p * e.weight + e.spread;
  first += (2 * row.roundings + 8) * r.u_acc * e.weight;
  first += row.sink_share * std::abs(e.out);
  const double bound = std::exp(2 * row.max_d) * first + r.t_out + (r.t_p + 0x1p-126) * e.total;
  return std::isfinite(bound) ? bound : infinity;
}

} // namespace attest::reference
