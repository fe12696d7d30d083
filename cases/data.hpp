// Addressed data: a value is a function of seed, tensor, epoch, row, head, token and channel, and of nothing
// else, so that any language makes the same tensors and shrinking one length changes no other value (CONTRACT
// section 7).
#pragma once

#include "cases/case.hpp"

#include <span>

namespace attest {

enum class TensorName { q, k, v };

struct Address {
  std::uint64_t seed = 0;
  TensorName tensor = TensorName::q;
  std::int64_t epoch = 0;
  std::int64_t row = 0;  ///< batch row that feeds the token
  std::int64_t head = 0; ///< query head for q, kv head for k and v
  std::int64_t token = 0;
  std::int64_t channel = 0;
};

/// splitmix64's finaliser after one step.
std::uint64_t mix(std::uint64_t x);

std::uint64_t hash_of(const Address&);

/// The value before rounding to the dtype.
double exact_value(Data family, const Address&);

/// The value as the case holds it: exact_value rounded once to the case's dtype. memory=expanded is the
/// caller's to apply.
double value_of(const Case&, const Address&);

/// The values of one head, for filling tensors: seed, tensor, epoch, row and head are hashed once for all
/// tokens.
class HeadValues {
public:
  /// Token and channel of the address are not looked at.
  HeadValues(const Case&, const Address&);

  /// channels[c] = value_of(case, address with this token and channel c).
  void fill(std::int64_t token, std::span<double> channels) const;

private:
  void fill_exact(std::int64_t token, std::span<double> channels) const;

  Data family_;
  Dtype dtype_;
  TensorName tensor_;
  std::uint64_t head_hash_;
  std::uint64_t first_token_hash_; ///< of epoch 0, token 0: the tie of near-tie keys
};

} // namespace attest
