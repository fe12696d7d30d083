// How close the answers of each backend came to their bounds: drift towards 1 is an early warning, and a
// largest rho far below it says that the declared profile allows too much.
#pragma once

#include "reports/finding.hpp"

namespace attest::reports {

/// Of one backend. The quantiles (the smallest value that at least that share does not exceed) and the
/// largest are empty if `cases` is 0.
struct Distribution {
  std::int64_t cases = 0; ///< that were measured
  std::optional<double> p50 = {}, p90 = {}, p99 = {}, max = {};
};

Distribution distribution_of(std::vector<double> values);

/// What the numbers of one backend did and could have done.
struct Numbers {
  Distribution rho = {};
  Distribution power = {};     ///< per case that of its worst row; infinity: numbers see nothing there
  std::int64_t suspicious = 0; ///< cases beyond the statistical bound that did not repeat with other data
};

/// Of every backend of the report, those without a verdict too.
std::map<std::string, Numbers> numbers_by_backend(const Report&);

/// True if many cases were measured and the largest rho is so small that the profile cannot be the right one.
bool is_loose(const Distribution& rho);

} // namespace attest::reports
