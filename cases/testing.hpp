// The one header that every test includes: hides Catch2 v2 against v3, and runs RapidCheck properties as
// Catch tests.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
#include <rapidcheck.h>

#include <cstdlib>
#include <string>

namespace attest::testing {

/// Runs a property and fails the test when it is falsified (RapidCheck prints the counterexample). Seed and
/// number of tries come from the environment variable RC_PARAMS, which CTest sets.
template <class Property> void property(const std::string& text, Property&& holds) {
  INFO(text);
  REQUIRE(rc::check(text, std::forward<Property>(holds)));
}

/// Path of a file under the project's root; CTest sets ATTEST_SOURCE_DIR.
inline std::string source_path(const std::string& relative) {
  const char* root = std::getenv("ATTEST_SOURCE_DIR");
  return std::string(root ? root : ".") + "/" + relative;
}

} // namespace attest::testing
