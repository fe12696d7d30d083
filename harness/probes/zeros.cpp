// The zeros probe: every fed key scores -16, so that an unwritten slot of zeros, which scores 0, takes nearly
// all the weight.
#include "harness/probes/probe.hpp"

#include "harness/problem.hpp"

#include <cmath>

namespace attest::harness {

namespace {

constexpr double score = -16;

/// Elements of q and k whose scaled dot product is -16: k a power of two near the root, q the rest.
std::optional<Constants> constants_of(const Question& question) {
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

std::optional<std::string> reason(const Question& question) {
  if (constants_of(question)) return {};
  return "with this scale and dtype no q and k score -16";
}

} // namespace

Probe zeros_probe() {
  return {.name = "zeros",
          .asked = plain_case,
          .impossible = reason,
          .runs = [](const Question&) { return std::int64_t{1}; },
          .tensors =
              [](const Question& question, std::int64_t) {
                return tensors_of(question.value, constant_problem(question, *constants_of(question)));
              },
          .read =
              [](const Question& question, std::int64_t, const Outputs& outputs, Observed& observed) {
                const reference::Problem problem = constant_problem(question, *constants_of(question));
                observed.zeros = rows_beyond_bound(
                    question, expected_of(question, plain_case(question), problem), outputs, observed);
              }};
}

} // namespace attest::harness
