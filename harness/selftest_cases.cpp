#include "harness/selftest_cases.hpp"

#include "cases/data.hpp"
#include "cases/words.hpp"
#include "harness/generate.hpp"

#include <algorithm>
#include <string>

namespace attest::harness {

namespace {

constexpr Sizes usual_sizes{.long_percent = 3, .least_dim = 4};
constexpr Sizes small_sizes{.long_percent = 1, .short_length = 5, .most_steps = 2, .least_dim = 4};

/// A backend that takes one random case in a thousand still gets its cases.
constexpr int most_draws = 20'000;

std::uint64_t seed_of(const std::string& name, std::uint64_t seed, std::uint64_t part) {
  std::uint64_t hash = mix(mix(seed) ^ part);
  for (const char c : name) hash = mix(hash ^ static_cast<unsigned char>(c));
  return hash;
}

std::vector<CacheKind> declared_kinds(const Declaration& declaration) {
  std::vector<CacheKind> kinds;
  const auto names = names_of<CacheKind>();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string feature = "cache." + std::string(names[i]);
    if (std::find(declaration.features.begin(), declaration.features.end(), feature) !=
        declaration.features.end())
      kinds.push_back(static_cast<CacheKind>(i));
  }
  return kinds;
}

} // namespace

SelftestCases::SelftestCases(const Declaration& declaration, std::uint64_t seed, std::uint64_t part,
                             Asked asked)
    : declaration_(declaration), seed_(seed_of(declaration.name, seed, part)), asked_(asked) {
  if (asked != Asked::undeclared) kinds_ = declared_kinds(declaration);
}

std::optional<Case> SelftestCases::next() {
  for (int i = 0; i < most_draws; ++i) {
    const std::uint64_t index = index_++;
    const auto kind = kinds_.empty() ? std::nullopt : std::optional(kinds_[index % kinds_.size()]);
    Case value = random_case(seed_, index, kind, asked_ == Asked::small ? small_sizes : usual_sizes);
    const bool is_declared = !refusal_of(value, declaration_);
    if (is_declared == (asked_ != Asked::undeclared)) return value;
  }
  return {};
}

} // namespace attest::harness
