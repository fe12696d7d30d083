// The cases of a run by number: those that were given, then random ones, perhaps without end.
#pragma once

#include "cases/case.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attest::harness {

struct CaseSequence {
  std::vector<Case> given = {}; ///< the first numbers
  bool random = false;          ///< random cases follow
  std::uint64_t seed = 0;
  std::optional<CacheKind> cache = {};    ///< pins the kind of random cases
  std::int64_t longest = 0;               ///< see random_case
  std::optional<std::int64_t> count = {}; ///< of the random cases; empty: no end

  /// Case number n, or nothing past the last one.
  std::optional<Case> at(std::int64_t number) const;
  /// How many there are, if there is an end.
  std::optional<std::int64_t> size() const;
};

/// Reads lines, files and folders, and checks that each case can be judged. Throws InputError that names the
/// place.
std::vector<Case> read_judgeable_cases(const std::vector<std::string>& lines_or_paths);

} // namespace attest::harness
