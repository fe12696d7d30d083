// The seeded backends as a list.
#include "backends/seeded/seeded.hpp"
#include "cases/testing.hpp"

#include <set>

using namespace attest::backends;

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
