// The calls of a case, and where each token that they can read came from.
#pragma once

#include "cases/case.hpp"

namespace attest {

/// Tokens first .. first+count-1 of a sequence were fed by batch row `row` in epoch `epoch` (crops and resets
/// so far).
struct FedRun {
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  bool operator==(const FedRun&) const = default;
};

/// One step of the case. Operations are not calls; their effect is in the next call's fields.
struct Call {
  std::int64_t step = 0;
  std::int64_t before = 0;      ///< tokens before the call (0 with cache=none and at cross's first step)
  std::int64_t tokens = 0;      ///< new tokens
  std::int64_t first_query = 0; ///< absolute index of the first query (cache=none: offset)
  std::int64_t epoch = 0;
  std::vector<std::int64_t> sequence = {}; ///< per batch row, the sequence it continues
  std::vector<std::vector<FedRun>> history =
      {}; ///< per batch row, its self tokens 0..before+tokens-1, new ones included, ascending
  bool operator==(const Call&) const = default;
};

/// Most tokens that a sequence has at any time (none and cross: of the queries' own tokens).
std::int64_t longest_sequence(const std::vector<Entry>& steps);

/// The calls of a valid case in order. With none and cross, `history` describes queries' own tokens and is
/// not what is read: keys there are tokens 0..keys-1 of sequence[row], fed by that row in epoch 0.
std::vector<Call> calls_of(const Case&);

} // namespace attest
