// Plain loops over contiguous channels.
#include "reference/row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::reference {
namespace {

struct Dots {
  double plain = 0;    ///< sum of a b
  double absolute = 0; ///< sum of |a| |b|
};

/// Each sum is kept in four parts, so that an addition need not wait for the last one.
Dots dots(std::span<const double> a, const double* b) {
  constexpr std::size_t parts = 4;
  double plain[parts] = {};
  double absolute[parts] = {};
  for (std::size_t c = 0; c < a.size(); ++c) {
    const double product = a[c] * b[c];
    plain[c % parts] += product;
    absolute[c % parts] += std::abs(product);
  }
  return {.plain = (plain[0] + plain[1]) + (plain[2] + plain[3]),
          .absolute = (absolute[0] + absolute[1]) + (absolute[2] + absolute[3])};
}

} // namespace

Row row_of(std::int64_t value_dim) {
  const std::vector<double> zeros(static_cast<std::size_t>(value_dim), 0);
  return {.out = zeros, .weight = zeros, .spread = zeros, .total = zeros};
}

Score score_of(const Recipe& recipe, std::span<const double> q, const double* key, std::int64_t distance) {
  Score score;
  const Dots product = dots(q, key);
  score.size = std::abs(recipe.scale) * product.absolute;
  score.raw = recipe.scale * product.plain;
  score.capped = recipe.softcap ? *recipe.softcap * std::tanh(score.raw / *recipe.softcap) : score.raw;
  score.bias = recipe.slope * static_cast<double>(distance);
  score.final = score.capped + score.bias;
  return score;
}

void weigh(Row& row) {
  row.top = row.sink.value_or(-std::numeric_limits<double>::infinity());
  for (const Score& score : row.scores) row.top = std::max(row.top, score.final);
  row.sink_weight = row.sink ? std::exp(*row.sink - row.top) : 0;
  double sum = row.sink_weight;
  row.weights.clear();
  for (const Score& score : row.scores) {
    row.weights.push_back(std::exp(score.final - row.top));
    sum += row.weights.back();
  }
  for (double& weight : row.weights) weight /= sum;
  row.sink_weight /= sum;
}

void sum_values(Row& row) {
  for (std::vector<double>* sums : {&row.out, &row.weight, &row.total})
    std::fill(sums->begin(), sums->end(), 0);
  const std::size_t channels = row.out.size();
  for (std::size_t j = 0; j < row.values.size(); ++j) {
    const double* v = row.values[j];
    const double p = row.weights[j];
    for (std::size_t c = 0; c < channels; ++c) {
      row.out[c] += p * v[c];
      row.weight[c] += p * std::abs(v[c]);
      row.total[c] += std::abs(v[c]);
    }
  }
}

RowError sum_errors(const Rounding& rounding, Row& row, std::int64_t slots) {
  RowError error;
  error.roundings = roundings_of_sum(rounding, static_cast<std::int64_t>(row.values.size()), slots);
  std::fill(row.spread.begin(), row.spread.end(), 0);
  for (std::size_t j = 0; j < row.values.size(); ++j) {
    const double* v = row.values[j];
    const double d = score_error(rounding, row.scores[j], row.top);
    const double pd = row.weights[j] * d;
    error.max_d = std::max(error.max_d, d);
    for (std::size_t c = 0; c < row.out.size(); ++c) row.spread[c] += pd * std::abs(v[c] - row.out[c]);
  }
  if (row.sink) {
    const double d = sink_error(rounding, *row.sink, row.top);
    error.max_d = std::max(error.max_d, d);
    error.sink_share = row.sink_weight * d;
  }
  return error;
}

} // namespace attest::reference
