// What the policies of all `transformers` eras share: which of a release's mask functions a case asks for,
// the 2-D mask that a caller hands over, and the 4-D masks that are made of both. Sources: SEMANTICS sections
// 1 to 4, and the releases' own code.
//
// A policy of an era does what the release did with real layers of its models: Llama where the mask is
// `causal` (or `full`), Mistral where it is `causal&window:W` (or `band:W`), Llama 4 where it is
// `causal&chunk:C`. A declaration can name the terms of an expression but not its shape, so any other
// expression of declared terms is taken as a user's own 4-D mask: the right cells, handed through untouched
// in the format that the era wants, with the flag beside it as the era passes it. Positions are the caller's
// (cache_position), never the number of non-zero keys.
#pragma once

#include "backends/policy.hpp"

#include <functional>

namespace attest::backends::hf {

enum class Pattern { causal, sliding, chunked, bidirectional, bidirectional_sliding, own };

/// The mask function that an expression stands for; `size` is W or C, 0 for those without.
struct Request {
  Pattern pattern = Pattern::own;
  std::int64_t size = 0;
  bool operator==(const Request&) const = default;
};

Request request_of(const Mask&);

/// The handed 2-D mask, true for real tokens. Without one every token is real.
class Padding {
public:
  explicit Padding(const PolicyInput&);
  bool given() const { return handed_ != nullptr; }
  /// False for tokens beyond the mask's width, as where a release pads it on the right.
  bool real(std::int64_t row, std::int64_t token) const;
  /// Every row's tokens first .. first+count-1 are real.
  bool all_real(std::int64_t first, std::int64_t count) const;
  /// The whole mask is ones, or there is none.
  bool all_ones() const;
  /// Leading pads of a row; 0 without a mask.
  std::int64_t leading(std::int64_t row) const;

private:
  const Tensor* handed_;
  std::int64_t rows_;
  std::int64_t width_;
};

/// The columns of a mask: `count` keys from index `first` on (kv_length and kv_offset).
struct Columns {
  std::int64_t count = 0;
  std::int64_t first = 0;
  bool operator==(const Columns&) const = default;
};

/// Whether the query sees the key, both by absolute index as the release has it.
using Sees = std::function<bool(std::int64_t row, std::int64_t query, std::int64_t key)>;

/// The release's predicate of a pattern, laid under the padding. `left_padding` says whether chunks are
/// counted from the first real token.
Sees predicate_of(const Request&, const Padding&, bool left_padding);

/// (batch, 1, n, columns), true where the query sees the key.
View boolean_mask(const PolicyInput&, const Columns&, const Sees&);

/// The same in the dtype of the case: 0 where the query sees the key, else the lowest finite number.
View additive_mask(const PolicyInput&, const Columns&, const Sees&);

/// A user's own 4-D mask in either format: the complete answer for every slot of the plan.
View own_boolean_mask(const PolicyInput&);
View own_additive_mask(const PolicyInput&);

/// The mask as the attention function takes it: cut to the width of the keys; one column is broadcast over
/// all keys, as Torch does. Throws std::runtime_error where Torch would refuse the shapes.
View fitted(const View& mask, std::int64_t width);

/// Numbers of the case's cache: static's capacity, or the slots of a static window cache, min(W, CAP).
std::int64_t static_slots(const Case&);

/// The cache is one of the compileable, static kinds.
bool is_static(const Case&);

/// Features that every era has, and `more`.
std::vector<std::string> features(const std::vector<std::string>& more);

/// What no era's models take: alibi, softcap, sink; and `more`.
std::vector<Combination> refusals(const std::vector<Combination>& more);

/// Rows that see nothing under an additive mask of finite minimums: the mean, since the minimum swallows the
/// scores; f16's does not.
std::map<std::string, EmptyRow> finite_minimum_rows();

} // namespace attest::backends::hf
