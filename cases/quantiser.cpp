// Codes of a few bits between the least and the greatest number of a vector, as a quantised cache keeps them.
#include "cases/quantiser.hpp"

#include <algorithm>
#include <cmath>

namespace attest {

void quantise(std::span<double> vector, int bits, Dtype dtype) {
  if (vector.empty()) return;
  const auto [least, greatest] = std::minmax_element(vector.begin(), vector.end());
  const double low = *least;
  const double steps = static_cast<double>((1 << bits) - 1);
  const double step = (*greatest - low) / steps;
  for (double& x : vector) {
    const double code = step == 0 ? 0 : std::clamp(std::rint((x - low) / step), 0.0, steps);
    x = low + code * step;
  }
  round_all(dtype, vector);
}

} // namespace attest
