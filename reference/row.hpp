// One row of attention while it is computed: the arithmetic of CONTRACT section 6, with no knowledge of
// steps, caches or masks.
#pragma once

#include "reference/bound.hpp"

#include <optional>
#include <span>
#include <vector>

namespace attest::reference {

/// Lists run over the seen keys, sums over the channels of v. One Row serves many rows in turn, so that none
/// allocates.
struct Row {
  std::vector<const double*> keys = {};
  std::vector<const double*> values = {};
  std::vector<std::int64_t> distance = {}; ///< k - q, absolute token indices
  std::vector<Score> scores = {};
  std::vector<double> weights = {}; ///< p
  std::optional<double> sink = {};
  double sink_weight = 0;          ///< 1 - sum p
  double top = 0;                  ///< m, the largest score or sink
  std::vector<double> out = {};    ///< sum p v
  std::vector<double> weight = {}; ///< sum p |v|
  std::vector<double> spread = {}; ///< sum p |v - o| d
  std::vector<double> total = {};  ///< sum |v|
};

/// A row without keys for values of this many channels.
Row row_of(std::int64_t value_dim);

/// How a score is made, apart from its key; without alibi the slope is 0.
struct Recipe {
  double scale = 1;
  std::optional<double> softcap = {};
  double slope = 0;
};

/// The score of q against a key of as many channels.
Score score_of(const Recipe&, std::span<const double> q, const double* key, std::int64_t distance);

/// Scores and sink to weights; there must be a key or a sink.
void weigh(Row&);

/// Weights and values to sums.
void sum_values(Row&);

/// Fills `spread`, and says what else the bound needs; `slots` are the returned ones.
RowError sum_errors(const Rounding&, Row&, std::int64_t slots);

} // namespace attest::reference
