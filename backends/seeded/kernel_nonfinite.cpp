// Kernels that let a NaN or an infinity which they should not touch into the answer.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"

#include <cmath>

namespace attest::backends {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Hidden slots have the weight 0 and are multiplied like all others.
void multiply_hidden(LoopRow& row) {
  soften(row);
  gather(row);
  if (row.sum == 0) return;
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot)
    for (std::size_t c = 0; c < row.out.size() && is_hidden(row, slot); ++c)
      row.out[c] += 0 * row.v[slot * row.out.size() + c];
}

/// The element of v behind the last slot, as far as the buffer goes: what a kernel loads that reads whole
/// tiles.
double behind_last_slot(const View& v, const QueryAt& at) {
  const std::int64_t element = v.offset + at.batch * v.stride[0] + v.shape[2] * v.stride[2];
  const auto end = static_cast<std::int64_t>(v.buffer->size()) / bytes_of(v.element);
  if (element >= end) return 0;
  View one = v;
  one.offset = element;
  return get(one, 0, 0, 0, 0);
}

/// Loads pairs of slots, and gives the one behind an odd end the weight 0.
void multiply_tail(LoopRow& row) {
  soften(row);
  gather(row);
  if (row.scores.size() % 2 == 0 || row.sum == 0) return;
  const double tail = 0 * behind_last_slot(row.call.v, row.at);
  for (double& channel : row.out) channel += tail;
}

/// The mask as (1 - mask) times minus infinity.
void multiply_infinity(LoopRow& row) {
  finish(row);
  if (!row.call.mask) return;
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot)
    if (!is_hidden(row, slot)) row.scores[slot] += 0 * hidden<double>;
}

/// Mask first, scale after: minus infinity times a scale of 0 is NaN, times a negative one plus infinity.
void scale_mask(LoopRow& row) {
  finish(row);
  if (row.call.scale > 0) return;
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot)
    if (is_hidden(row, slot)) row.scores[slot] = row.call.scale == 0 ? not_a_number : -hidden<double>;
}

/// Softmax of NaN or plus infinity, which the loops would carry on in their own way.
void soften_nonfinite(LoopRow& row) {
  soften(row), gather(row);
  for (const double score : row.scores)
    if (std::isnan(score) || score == -hidden<double>) row.out.assign(row.out.size(), not_a_number);
}

Mutant poisoned(const Kernel& kernel, const std::string& says, const std::string& report = "") {
  return {.backend = on_exact(kernel), .expects = {"nonfinite"}, .report = report, .says = says};
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      poisoned(loop_kernel("hidden-times-zero", {.attend = multiply_hidden}),
               "hidden values are multiplied by 0, so that a NaN among them is not hidden",
               "https://github.com/Dao-AILab/flash-attention/issues/2374"),
      poisoned(loop_kernel("tail-times-zero", {.attend = multiply_tail}),
               "the value behind an odd number of slots is loaded and multiplied by 0",
               "https://github.com/openvinotoolkit/openvino/pull/37377"),
      poisoned(loop_kernel("mask-times-infinity", {.score = multiply_infinity, .attend = soften_nonfinite}),
               "a mask becomes numbers by 0 * -inf", "https://github.com/onnx/onnx/issues/8054"),
      poisoned(loop_kernel("mask-scaled", {.score = scale_mask, .attend = soften_nonfinite}),
               "scores are masked first and scaled afterwards, by 0 or less"),
  };
}};

} // namespace

} // namespace attest::backends
