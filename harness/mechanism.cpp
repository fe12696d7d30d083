// The features of a case as a set.
#include "harness/mechanism.hpp"

#include "cases/declaration.hpp"
#include "cases/line.hpp"

#include <algorithm>

namespace attest::harness {

std::set<std::string> mechanism_of(const Case& value) {
  const auto needs = needs_of(value);
  std::set<std::string> mechanism(needs.begin(), needs.end());
  for (const std::string& plain : needs_of(parse_line("steps=1 mask=causal|full"))) mechanism.erase(plain);
  if (value.batch > 1) mechanism.insert("batch");
  if (value.query_heads > 1) mechanism.insert("heads");
  return mechanism;
}

bool is_within(const std::set<std::string>& mechanism, const std::set<std::string>& other) {
  return std::includes(other.begin(), other.end(), mechanism.begin(), mechanism.end());
}

} // namespace attest::harness
