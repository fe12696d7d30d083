// Backends that are wrong, or unusual, on purpose: what the judge itself is tried on. They are no part of
// composed_backends(); only `attest serve --seeded` serves them.
#pragma once

#include "backends/backend.hpp"

#include <string>
#include <vector>

namespace attest::backends {

/// A backend with one fault put in on purpose, which the judge must find.
struct Mutant {
  Backend backend = {}; ///< named kernel@policy[+cache], with the faulty part named by its fault
  std::vector<std::string> expects =
      {};                  ///< classes of CONTRACT section 12 that are right; most have exactly one
  std::string report = ""; ///< link to the public report that it stands for, or empty
  std::string says = "";   ///< the mistake in one sentence
};

/// A correct backend that differs lawfully from the plain one: it must never be accused.
struct Variant {
  Backend backend = {};
  std::string says = "";
};

/// All of them, sorted by the name of the backend. Throws std::logic_error if two bear one name, or if a part
/// that one of them is built on is not registered.
const std::vector<Mutant>& mutants();
const std::vector<Variant>& variants();

/// The mutants or variants of one file, at namespace scope:
/// `const Seeded<Mutant> windows{[] { return std::vector<Mutant>{...}; }};`
/// They are made when first asked for, since the kernels, policies and caches that they are built on register
/// in no fixed order before main.
template <class Kind> struct Seeded { explicit Seeded(std::vector<Kind> (*make)()); };

} // namespace attest::backends
