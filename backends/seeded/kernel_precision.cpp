// Kernels that compute more coarsely than they declare.
#include "backends/seeded/around.hpp"
#include "backends/seeded/loops.hpp"

#include <cmath>

namespace attest::backends {

namespace {

void round_weights(LoopRow& row) {
  soften(row);
  for (double& weight : row.weights) weight = round_to(row.io, weight);
  gather(row);
}

void round_scores(LoopRow& row) {
  for (double& score : row.scores) score = round_to(row.io, score);
  finish(row);
  for (double& score : row.scores) score = round_to(row.io, score);
}

/// The limit that exp is, ended at 2^8 factors: off by x^2 / 512.
void soften_by_limit(LoopRow& row) {
  soften(row);
  for (const double weight : row.weights) row.sum -= weight; // leaves the sink's
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot) {
    if (is_hidden(row, slot)) continue;
    const double base = std::max(1 + (row.scores[slot] - row.top) / 256, 0.0);
    row.weights[slot] = row.in(std::pow(base, 256));
    row.sum = row.in(row.sum + row.weights[slot]);
  }
}

/// Weights that are divided by the sum and kept in the dtype of the case before they meet v.
void normalise_first(LoopRow& row) {
  soften(row);
  if (row.sum == 0) return;
  for (double& weight : row.weights) weight = round_to(row.io, row.in(weight / row.sum));
  row.sum = 1;
  gather(row);
}

void round_output(const KernelCall&, View& out) {
  visit_places(out, [&](auto b, auto h, auto i, auto c) {
    set(out, b, h, i, c, round_to(Dtype::bf16, get(out, b, h, i, c)));
  });
}

Mutant coarse(const Backend& backend, const std::string& says) {
  return {.backend = backend, .expects = {"precision"}, .says = says};
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      coarse(on_exact(loop_kernel("accumulates-in-bf16", {.acc = Dtype::bf16})),
             "sums are taken in bf16 although the profile says f32"),
      coarse(on_exact(loop_kernel("accumulates-in-f16", {.acc = Dtype::f16})),
             "sums are taken in f16 although the profile says f32"),
      coarse(on_exact(loop_kernel("weights-rounded", {.attend = round_weights})),
             "weights are rounded to the dtype of the case although the profile keeps them"),
      coarse(on_exact_causal(loop_kernel("weights-normalised-and-rounded", {.attend = normalise_first})),
             "weights are divided by their sum and rounded to the dtype although the profile keeps them"),
      coarse(on_exact(loop_kernel("scores-rounded", {.score = round_scores})),
             "scores are rounded to the dtype of the case although the profile keeps them"),
      coarse(on_exact(loop_kernel("exp-by-limit",
                                  {.attend = [](LoopRow& row) { soften_by_limit(row), gather(row); }})),
             "the exponential is (1 + x/256)^256"),
      coarse(on_exact(plain_with_output("output-through-bf16", round_output)),
             "the output is rounded to bf16 before it is rounded to the dtype of the case"),
  };
}};

} // namespace

} // namespace attest::backends
