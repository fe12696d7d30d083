// Quantiles that can be counted on fingers.
#include "reports/rho.hpp"

#include "cases/testing.hpp"

#include <limits>

using namespace attest::reports;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Verdicts of a backend with these rhos.
Report measured(const std::vector<double>& rhos) {
  Report report;
  for (const double rho : rhos) report.verdicts.push_back({.line = "steps=1", .backend = "a", .rho = rho});
  return report;
}

} // namespace

TEST_CASE("a quantile is the smallest value that so large a share does not exceed") {
  std::vector<double> hundred;
  for (int i = 100; i >= 1; --i) hundred.push_back(i);
  const Distribution found = distribution_of(hundred);
  CHECK(found.cases == 100);
  CHECK(found.p50 == 50);
  CHECK(found.p90 == 90);
  CHECK(found.p99 == 99);
  CHECK(found.max == 100);
  CHECK(distribution_of({3, 1, 2}).p50 == 2);
  CHECK(distribution_of({3, 1, 2}).p90 == 3);
  CHECK(distribution_of({1, infinity}).max == infinity);
}

TEST_CASE("nothing measured has no quantiles") {
  const Distribution found = distribution_of({});
  CHECK(found.cases == 0);
  CHECK_FALSE(found.p50);
  CHECK_FALSE(found.max);
}

TEST_CASE("every backend has its own numbers, and cases without any do not count") {
  Report report = measured({0.5, 0.25});
  report.backends = {{.declaration = {.name = "a"}}, {.declaration = {.name = "idle"}}};
  report.verdicts.push_back({.line = "steps=1", .backend = "a", .power = infinity, .suspicious = true});
  const auto numbers = numbers_by_backend(report);
  CHECK(numbers.at("a").rho.cases == 2);
  CHECK(numbers.at("a").rho.max == 0.5);
  CHECK(numbers.at("a").power.p50 == infinity);
  CHECK(numbers.at("a").suspicious == 1);
  CHECK(numbers.at("idle").rho.cases == 0);
}

TEST_CASE("a profile is too loose if a thousand cases stay below a twentieth of its bound") {
  CHECK(is_loose(distribution_of(std::vector<double>(1000, 0.049))));
  CHECK_FALSE(is_loose(distribution_of(std::vector<double>(999, 0.049))));
  CHECK_FALSE(is_loose(distribution_of(std::vector<double>(1000, 0.05))));
  CHECK_FALSE(is_loose({}));
}
