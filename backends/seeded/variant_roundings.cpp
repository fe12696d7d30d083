// Right kernels that round where their profile says so, or compute the same by another formula.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"

#include <cmath>
#include <numbers>

namespace attest::backends {

namespace {

/// Divided by the sum first, then kept in the dtype of the case.
void keep_weights_in_io(LoopRow& row) {
  soften(row);
  if (row.sum == 0) return;
  for (double& weight : row.weights) weight = round_to(row.io, row.in(weight / row.sum));
  row.sum = 1;
  gather(row);
}

/// Every tensor of scores is stored in the dtype of the case, as eager code does.
void keep_scores_in_io(LoopRow& row) {
  const Arithmetic io{row.io};
  std::vector<double> biases(row.scores.size(), 0);
  if (row.call.bias) load_row(*row.call.bias, {row.at.batch, row.at.head, row.at.query}, biases.data());
  std::vector<double> scores = row.scores;
  finish(row);
  for (std::size_t slot = 0; slot < scores.size(); ++slot) {
    double score = io(io(scores[slot]) * row.call.scale);
    if (row.call.softcap) score = io(*row.call.softcap * io(std::tanh(io(score / *row.call.softcap))));
    if (row.call.bias) score = io(score + io(biases[slot]));
    if (!is_hidden(row, slot)) row.scores[slot] = score;
  }
}

/// q takes the scale, and is stored in the dtype of the case, before it meets k.
void scale_query(LoopRow& row) {
  for (double& channel : row.q) channel = round_to(row.io, row.in(channel * row.call.scale));
  dot_products(row);
}

void finish_scaled(LoopRow& row) {
  KernelCall call = row.call;
  call.scale = 1;
  finish_scores(call, row.at, 0, row.scores);
}

/// Powers of two are what GPUs have.
void soften_by_exp2(LoopRow& row) {
  soften(row);
  const double log2_e = row.in(std::numbers::log2e);
  const auto power = [&](double score) {
    return row.in(std::exp2(row.in(row.in(score - row.top) * log2_e)));
  };
  row.sum = row.call.sink.empty() ? 0 : power(row.call.sink[static_cast<std::size_t>(row.at.head)]);
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot) {
    row.weights[slot] = is_hidden(row, slot) ? 0 : power(row.scores[slot]);
    row.sum = row.in(row.sum + row.weights[slot]);
  }
  gather(row);
}

/// No score of a hidden key is ever computed.
void dot_seen(LoopRow& row) {
  row.scores.assign(static_cast<std::size_t>(row.call.k.shape[2]), 0);
  LoopRow seen = row;
  finish(seen);
  dot_products(row);
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot)
    if (is_hidden(seen, slot)) row.scores[slot] = 0;
}

/// A profile of its own, of a kernel that accumulates in f32.
Backend with_profile(Kernel kernel, const std::function<void(Profile&)>& edit) {
  kernel.profile.name = "";
  edit(kernel.profile);
  return on_exact(kernel, {.lacks = {"dtype.f64"}});
}

Backend eager(Kernel kernel) {
  kernel.profile = named_profile("eager");
  return on_exact(kernel);
}

const Seeded<Variant> registered{[] {
  return std::vector<Variant>{
      {.backend = with_profile(loop_kernel("weights-in-io", {.attend = keep_weights_in_io}),
                               [](Profile& profile) { profile.p = Precision::io; }),
       .says = "weights are stored in the dtype of the case, and the profile says so"},
      {.backend =
           eager(loop_kernel("scores-in-io", {.score = keep_scores_in_io, .attend = keep_weights_in_io})),
       .says = "scores and weights are stored in the dtype of the case, profile eager"},
      {.backend = with_profile(loop_kernel("query-scaled", {.dot = scale_query, .score = finish_scaled}),
                               [](Profile& profile) { profile.scaled_q = Precision::io; }),
       .says = "q is scaled and stored before the dot product, and the profile says so"},
      {.backend = on_exact(loop_kernel("exp2", {.attend = soften_by_exp2})),
       .says = "the exponential is a power of two"},
      {.backend = on_exact(loop_kernel("hidden-keys-not-touched", {.dot = dot_seen})),
       .says = "scores of hidden keys are never computed"},
  };
}};

} // namespace

} // namespace attest::backends
