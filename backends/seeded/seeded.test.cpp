// The seeded backends as a list.
#include "backends/seeded/seeded.hpp"
#include "cases/testing.hpp"

#include <algorithm>
#include <set>

using namespace attest::backends;

namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Mutant& mutant : mutants()) all.push_back(mutant.backend.declaration.name);
  for (const Variant& variant : variants()) all.push_back(variant.backend.declaration.name);
  return all;
}

} // namespace

TEST_CASE("every seeded backend has a name of its own, kernel@policy[+cache]") {
  const std::vector<std::string> all = names();
  CHECK(std::set<std::string>(all.begin(), all.end()).size() == all.size());
  for (const std::string& name : all) {
    INFO(name);
    CHECK(std::count(name.begin(), name.end(), '@') == 1);
    CHECK(std::count(name.begin(), name.end(), '+') <= 1);
    CHECK(std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 127; }));
  }
}

TEST_CASE("the mutants are in order, and few expect more than one class") {
  const auto by_name = [](const Mutant& a, const Mutant& b) {
    return a.backend.declaration.name < b.backend.declaration.name;
  };
  CHECK(std::is_sorted(mutants().begin(), mutants().end(), by_name));
  const auto several = std::count_if(mutants().begin(), mutants().end(),
                                     [](const Mutant& mutant) { return mutant.expects.size() > 1; });
  CHECK(several * 20 <= static_cast<std::ptrdiff_t>(mutants().size()));
}

TEST_CASE("seeded backends are no part of the composed ones") {
  std::set<std::string> composed;
  for (const Backend& backend : composed_backends()) composed.insert(backend.declaration.name);
  for (const Mutant& mutant : mutants()) CHECK(composed.count(mutant.backend.declaration.name) == 0);
  for (const Variant& variant : variants()) CHECK(composed.count(variant.backend.declaration.name) == 0);
}

TEST_CASE("a mutant says its mistake and the classes that are right for it") {
  for (const Mutant& mutant : mutants()) {
    INFO(mutant.backend.declaration.name);
    CHECK_FALSE(mutant.backend.declaration.features.empty());
    CHECK_FALSE(mutant.expects.empty());
    CHECK_FALSE(mutant.says.empty());
  }
}
