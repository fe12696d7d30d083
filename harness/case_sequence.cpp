// Cases by number.
#include "harness/case_sequence.hpp"

#include "cases/error.hpp"
#include "cases/files.hpp"
#include "harness/generate.hpp"
#include "reference/rules.hpp"

namespace attest::harness {

std::optional<Case> CaseSequence::at(std::int64_t number) const {
  if (const auto end = size(); end && number >= *end) return {};
  const auto first = static_cast<std::int64_t>(given.size());
  if (number < first) return given[static_cast<std::size_t>(number)];
  return random_case(seed, static_cast<std::uint64_t>(number - first), cache, {.longest = longest});
}

std::optional<std::int64_t> CaseSequence::size() const {
  const auto first = static_cast<std::int64_t>(given.size());
  if (!random) return first;
  return count ? std::optional(first + *count) : std::nullopt;
}

std::vector<Case> read_judgeable_cases(const std::vector<std::string>& lines_or_paths) {
  std::vector<Case> cases;
  for (const auto& text : lines_or_paths) {
    for (const auto& placed : read_cases(text)) {
      try {
        reference::check(placed.value);
      } catch (const InputError& error) {
        if (text.find('=') != std::string::npos) throw; // a line is its own place
        throw InputError(error.kind(), placed.place + ": " + error.what());
      }
      cases.push_back(placed.value);
    }
  }
  return cases;
}

} // namespace attest::harness
