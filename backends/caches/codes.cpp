// An asymmetric quantiser: codes between the least and the greatest number of a vector.
#include "backends/caches/codes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::backends {

CodedVector coded(const std::vector<double>& vector, int bits) {
  CodedVector result{.codes = std::vector<std::uint8_t>(vector.size())};
  if (vector.empty()) return result;
  const auto [least, greatest] = std::minmax_element(vector.begin(), vector.end());
  const double last_code = (1 << bits) - 1;
  result.low = *least;
  result.step = (*greatest - *least) / last_code;
  if (!std::all_of(vector.begin(), vector.end(), [](double x) { return std::isfinite(x); }) ||
      !std::isfinite(result.step)) {
    result.step = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  if (result.step == 0) return result;
  std::transform(vector.begin(), vector.end(), result.codes.begin(), [&](double x) {
    return static_cast<std::uint8_t>(std::clamp(std::rint((x - result.low) / result.step), 0.0, last_code));
  });
  return result;
}

std::vector<double> decoded(const CodedVector& stored) {
  std::vector<double> vector;
  for (const std::uint8_t code : stored.codes) vector.push_back(stored.low + code * stored.step);
  return vector;
}

std::vector<double> channels_of(const View& view, std::int64_t row, std::int64_t head, std::int64_t slot) {
  std::vector<double> channels;
  for (std::int64_t c = 0; c < view.shape[3]; ++c) channels.push_back(get(view, row, head, slot, c));
  return channels;
}

} // namespace attest::backends
