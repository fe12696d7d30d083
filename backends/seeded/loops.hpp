// The loops that seeded kernels and lawful variants share: attention row by row, in steps each of which can
// be replaced.
#pragma once

#include "backends/kernels/heads.hpp"

#include <functional>
#include <span>

namespace attest::backends {

/// Numbers are doubles that are rounded to `dtype` after every operation. For f32 and narrower that is
/// exactly the arithmetic of the type: rounding first to 53 bits changes no sum, product or quotient of up to
/// 24 bits (Figueroa 1995, When is double rounding innocuous?).
struct Arithmetic {
  Dtype dtype = Dtype::f32;
  double operator()(double value) const {
    if (dtype == Dtype::f64) return value;
    return dtype == Dtype::f32 ? static_cast<double>(static_cast<float>(value)) : round_to(dtype, value);
  }
};

/// One row while it is worked on. A step may read and change all of it.
struct LoopRow {
  const KernelCall& call;
  QueryAt at = {};
  Dtype io = Dtype::f32; ///< dtype of the case
  Arithmetic in = {};
  std::vector<double> q = {};                            ///< (channels of q)
  std::span<const double> k = {};                        ///< (slots, channels of q), of the row's kv head
  std::span<const double> v = {};                        ///< (slots, channels of v)
  std::vector<double> scores = {};                       ///< (slots); minus infinity is hidden
  std::vector<double> weights = {};                      ///< (slots), not yet divided by `sum`
  double top = -std::numeric_limits<double>::infinity(); ///< what the weights are relative to
  double sum = 0;                                        ///< of the weights, and of the sink's
  std::vector<double> out = {};                          ///< (channels of v)
};

using LoopStep = std::function<void(LoopRow&)>;
/// Adds numbers up, in whatever order.
using Summation = std::function<double(std::span<const double>, const Arithmetic&)>;

bool is_hidden(const LoopRow&, std::size_t slot);
void hide(LoopRow&, std::size_t slot);

/// scores = q . k
void dot_products(LoopRow&);
/// Scale, softcap, bias, mask and flag, as finish_scores does.
void finish(LoopRow&);
/// weights = exp(score - top), 0 where hidden; top and sum with the sink.
void soften(LoopRow&);
/// out = (sum of weights * v) / sum over the slots whose weight is not 0; zeros if the row sees nothing.
void gather(LoopRow&);

double one_by_one(std::span<const double>, const Arithmetic&);
/// soften and gather, with sums taken in this way.
LoopStep one_pass(Summation);

struct Loops {
  /// f64 for f64 cases if it is f32, as the named profiles say.
  Dtype acc = Dtype::f32;
  LoopStep dot = dot_products;
  LoopStep score = finish;
  /// From scores to `out`.
  LoopStep attend = [](LoopRow& row) { soften(row), gather(row); };
};

/// A kernel of these loops with all features of loops, empty rows zero and the profile "math".
Kernel loop_kernel(const std::string& name, const Loops&);

} // namespace attest::backends
