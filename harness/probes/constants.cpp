#include "harness/probes/constants.hpp"

#include <cmath>

namespace attest::harness {

std::optional<Constants> constants_for(const Question& question, double score) {
  const Case& value = question.value;
  const double scale = scale_of(value);
  if (scale == 0) return {};
  const double product = score / (scale * static_cast<double>(value.dim));
  const double k = std::exp2(std::round(std::log2(std::sqrt(std::abs(product)))));
  const Constants constants{
      .q = round_to(value.dtype, product / k), .k = round_to(value.dtype, k), .v = 1, .v_per_head = 0};
  // Kernels may keep q . k, or q * scale, in the case's dtype: both have to fit, with room for roundings.
  const double largest = -lowest(value.dtype) / 2;
  const double smallest = value.dtype == Dtype::f16 ? 0x1p-14 : 0x1p-126;
  const auto holds = [&](double x) {
    return std::isfinite(x) && std::abs(x) < largest && std::abs(x) > smallest;
  };
  if (!holds(constants.q) || !holds(constants.k) || !holds(score / scale) || !holds(constants.q * scale))
    return {};
  return constants;
}

} // namespace attest::harness
