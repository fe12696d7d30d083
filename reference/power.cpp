#include "reference/power.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace attest::reference {
namespace {

using Channels = std::span<const double>;

Channels channels_of(const Array4& array, std::int64_t a, std::int64_t b, std::int64_t c) {
  return {&array.values[array.index(a, b, c, 0)], static_cast<std::size_t>(array.shape[3])};
}

/// The smallest weight of one key with values v that shows.
double weight_shown(Channels v, Channels out, Channels bound) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < v.size(); ++c) {
    const double distance = std::abs(v[c] - out[c]);
    if (distance > 0) least = std::min(least, bound[c] / distance);
  }
  return least;
}

bool holds_nan(Channels v) {
  return std::any_of(v.begin(), v.end(), [](double x) { return std::isnan(x); });
}

} // namespace

Array4 power_of(const Case& in, const Returned& returned, const Cells& cells, const Expected& expected) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Array4 power = array_of(expected.max_d.shape, none);
  for (std::int64_t batch = 0; batch < in.batch; ++batch)
    for (std::int64_t head = 0; head < in.query_heads; ++head)
      for (std::int64_t query = 0; query < cells.queries; ++query) {
        const Channels out = channels_of(expected.out, batch, head, query);
        const Channels bound = channels_of(expected.bound, batch, head, query);
        double& least = power.at(batch, head, query, 0);
        for (std::int64_t slot = 0; slot < cells.slots; ++slot) {
          if (cells.at(batch, query, slot)) continue;
          const Channels v = channels_of(returned.v, batch, kv_head_of(in, head), slot);
          if (!holds_nan(v)) least = std::fmin(least, weight_shown(v, out, bound)); // fmin: not the NaN
        }
      }
  return power;
}

} // namespace attest::reference
