// Kernels whose values are right and whose normaliser, or the maximum in it, is not.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::backends {

namespace {

/// The score of every slot, hidden or not, of a row whose scores are finished.
std::vector<double> all_scores(LoopRow row) {
  dot_products(row);
  return open_scores(row);
}

void count_hidden(LoopRow& row) {
  soften(row);
  const std::vector<double> all = all_scores(row);
  for (std::size_t slot = 0; slot < all.size() && row.sum != 0; ++slot)
    if (is_hidden(row, slot)) row.sum = row.in(row.sum + row.in(std::exp(row.in(all[slot] - row.top))));
  gather(row);
}

/// The maximum of all scores, hidden ones too: no weight comes of it, but the roundings of those that are
/// seen hang on what they must not know, and a hidden score that is far larger leaves nothing of them.
void shift_by_hidden(LoopRow& row) {
  soften(row);
  if (row.sum == 0) return;
  const double right = row.top;
  for (const double score : all_scores(row)) row.top = std::max(row.top, score);
  row.sum = row.in(row.sum * row.in(std::exp(row.in(right - row.top))));
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot)
    if (!is_hidden(row, slot)) row.weights[slot] = row.in(std::exp(row.in(row.scores[slot] - row.top)));
  gather(row);
}

/// Exponentials of the scores as they are, in a buffer of f16, whose range ends at the exponential of 11.
void leave_unshifted(LoopRow& row) {
  soften(row), gather(row);
  const bool overflows = std::any_of(row.scores.begin(), row.scores.end(), [](double score) {
    return std::isinf(round_to(Dtype::f16, std::exp(score)));
  });
  if (overflows) row.out.assign(row.out.size(), std::numeric_limits<double>::quiet_NaN());
}

Backend counting_hidden(const std::string& name, std::vector<std::string> only) {
  // A hidden NaN in the sum would be another fault.
  return on_exact(loop_kernel(name, {.attend = count_hidden}),
                  {.only = std::move(only), .lacks = {"unfilled.nan"}});
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      {.backend = counting_hidden("hidden-slots-in-sum", {"cache.static", "cache.paged"}),
       .expects = {"leak.unfilled"},
       .says = "the normaliser also sums the weights of hidden slots"},
      {.backend = counting_hidden("padding-in-sum", {"cache.none", "cache.dynamic", "cache.quantized"}),
       .expects = {"leak.unfilled", "precision"},
       .report = "https://github.com/ggml-org/llama.cpp/issues/29034",
       .says = "the normaliser also sums the weights of padding and of later keys"},
      {.backend = on_exact_causal(loop_kernel("maximum-of-hidden", {.attend = shift_by_hidden})),
       .expects = {"leak.future", "leak.other"}, // which of the hidden keys it was does not show
       .says = "weights are relative to the largest score of all keys, hidden ones too"},
      {.backend = on_exact(loop_kernel("no-maximum-in-f16", {.attend = leave_unshifted})),
       .expects = {"nonfinite"},
       .says = "no maximum is subtracted, and the weights pass through f16"},
  };
}};

} // namespace

} // namespace attest::backends
