// Kernels that put what their tiles gave together wrongly.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"
#include "backends/seeded/tiles.hpp"

#include <limits>

namespace attest::backends {

namespace {

using Merge = decltype(Tiling::merge);

Kernel merging(const std::string& name, const Merge& merge) {
  const LoopStep attend = tiled({.keys = 8, .merge = merge});
  Kernel kernel = loop_kernel(name, {.attend = [attend](LoopRow& row) {
                                attend(row);
                                // Rows that see nothing are not what is tried here.
                                if (first_seen(row) == row.scores.size()) row.out.assign(row.out.size(), 0);
                              }});
  kernel.profile = named_profile("flash");
  return kernel;
}

Gathered without_rescaling(const Arithmetic& in, const Gathered& a, const Gathered& b) {
  Gathered kept = a;
  if (kept.top != hidden<double>) kept.top = std::max(a.top, b.top);
  return merged(in, kept, b);
}

Gathered with_old_sum(const Arithmetic& in, const Gathered& a, const Gathered& b) {
  Gathered both = merged(in, a, b);
  if (a.top != hidden<double> && b.top > a.top) both.sum = in(a.sum + b.sum);
  return both;
}

/// A tile that is hidden as a whole has the top minus infinity, and the difference of two such is NaN.
Gathered unguarded(const Arithmetic& in, const Gathered& a, const Gathered& b) {
  Gathered both = merged(in, a, b);
  if (both.top == hidden<double>) both.sum = std::numeric_limits<double>::quiet_NaN();
  return both;
}

/// A tile in which nothing is seen counts as one whose logarithm of the sum is 0.
Gathered with_hidden_tiles(const Arithmetic& in, const Gathered& a, const Gathered& b) {
  Gathered counted = b;
  if (a.top != hidden<double> && b.top == hidden<double>) counted.top = 0, counted.sum = 1;
  return merged(in, a, counted);
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      {.backend = on_exact_causal(merging("tiles-not-rescaled", without_rescaling)),
       .expects = {"precision"},
       .says = "what earlier tiles gave is not rescaled when the maximum grows"},
      {.backend = on_exact_causal(merging("sum-not-rescaled", with_old_sum)),
       .expects = {"precision"},
       .says = "the sum of earlier tiles is not rescaled when the maximum grows"},
      {.backend = on_exact_causal(merging("hidden-tile-counted", with_hidden_tiles)),
       .expects = {"leak.unfilled", "precision"},
       .report = "https://github.com/vllm-project/vllm/pull/47188",
       .says = "a tile in which a row sees nothing adds 1 to its normaliser"},
      {.backend = on_exact(merging("hidden-tile-gives-nan", unguarded)),
       .expects = {"nonfinite"},
       .report = "https://github.com/pytorch/pytorch/issues/127055",
       .says = "a row whose first tile is hidden as a whole is NaN"},
  };
}};

} // namespace

} // namespace attest::backends
