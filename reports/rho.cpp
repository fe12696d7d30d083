#include "reports/rho.hpp"

#include <algorithm>

namespace attest::reports {
namespace {

constexpr std::int64_t many = 1000;
constexpr double smallest_largest = 0.05;

/// Nearest rank, so that a quantile is a value that was measured. `sorted` is not empty.
double quantile(const std::vector<double>& sorted, std::size_t percent) {
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

} // namespace

Distribution distribution_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {.cases = static_cast<std::int64_t>(values.size()),
          .p50 = quantile(values, 50),
          .p90 = quantile(values, 90),
          .p99 = quantile(values, 99),
          .max = values.back()};
}

std::map<std::string, Numbers> numbers_by_backend(const Report& report) {
  std::map<std::string, Numbers> numbers;
  std::map<std::string, std::vector<double>> rho, power;
  for (const auto& backend : report.backends) numbers[backend.declaration.name];
  for (const auto& judged : report.verdicts) {
    numbers[judged.backend].suspicious += judged.suspicious;
    if (judged.rho) rho[judged.backend].push_back(*judged.rho);
    if (judged.power) power[judged.backend].push_back(*judged.power);
  }
  for (auto& [backend, found] : numbers) {
    found.rho = distribution_of(rho[backend]);
    found.power = distribution_of(power[backend]);
  }
  return numbers;
}

bool is_loose(const Distribution& rho) { return rho.cases >= many && rho.max < smallest_largest; }

} // namespace attest::reports
