// The lists of seeded backends: filled with makers before main, made once, only read afterwards.
#include "backends/seeded/seeded.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::backends {

namespace {

template <class Kind> using Makers = std::vector<std::vector<Kind> (*)()>;

// A function-local static, since files register in no fixed order before main.
template <class Kind> Makers<Kind>& makers() {
  static Makers<Kind> all;
  return all;
}

template <class Kind> std::vector<Kind> made() {
  std::vector<Kind> all;
  for (const auto make : makers<Kind>())
    for (Kind& one : make()) all.push_back(std::move(one));
  const auto name = [](const Kind& one) { return one.backend.declaration.name; };
  std::sort(all.begin(), all.end(), [&](const Kind& a, const Kind& b) { return name(a) < name(b); });
  const auto twin = std::adjacent_find(all.begin(), all.end(),
                                       [&](const Kind& a, const Kind& b) { return name(a) == name(b); });
  if (twin != all.end()) throw std::logic_error("two seeded backends are named " + name(*twin));
  return all;
}

} // namespace

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all = made<Mutant>();
  return all;
}

const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = made<Variant>();
  return all;
}

template <class Kind> Seeded<Kind>::Seeded(std::vector<Kind> (*make)()) { makers<Kind>().push_back(make); }

template struct Seeded<Mutant>;
template struct Seeded<Variant>;

} // namespace attest::backends
