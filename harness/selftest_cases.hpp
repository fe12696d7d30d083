// The cases on which selftest tries one backend: random ones, as many as there are, from which those are
// taken that the declaration takes, or on purpose those that it does not.
#pragma once

#include "cases/case.hpp"
#include "cases/declaration.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace attest::harness {

/// declared: cases that the backend takes. small: such that cost little, of which there can be very many.
/// undeclared: those that it does not take.
enum class Asked { declared, small, undeclared };

/// A function of seed, the backend's name and part alone, so that neither other backends nor the number of
/// workers change which cases a backend gets.
class SelftestCases {
public:
  /// `part`: those of one backend that differ in it are independent.
  SelftestCases(const Declaration&, std::uint64_t seed, std::uint64_t part, Asked = Asked::declared);

  /// The next case, or nothing if very many in a row were of the other sort.
  std::optional<Case> next();

private:
  const Declaration& declaration_;
  std::uint64_t seed_;
  Asked asked_;
  std::vector<CacheKind> kinds_; ///< that it declares; empty: any will do
  std::uint64_t index_ = 0;
};

} // namespace attest::harness
