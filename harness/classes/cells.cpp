// Rules 4, 5 and 7 of CONTRACT section 12: a class read from where the wrong cells lie, or from leaks that
// lie in none.
#include "harness/classes/class.hpp"

#include <algorithm>

namespace attest::harness {

namespace {

Class leak(Region region) {
  return {.name = "leak." + std::string(region_name(region)), .says = "", .basis = Basis::cells};
}

/// The region with most cells; the first of equal ones.
Region largest(const WrongCells& cells) {
  const auto most = std::max_element(cells.by_region.begin(), cells.by_region.end());
  return static_cast<Region>(most - cells.by_region.begin());
}

bool has(const Facts& facts, std::initializer_list<TermKind> kinds) {
  const std::vector<Term> terms = terms_of(facts.question.value.mask);
  return std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
    return std::find(kinds.begin(), kinds.end(), term.kind) != kinds.end();
  });
}

std::vector<Class> drops(const Facts& facts) {
  std::vector<Class> classes;
  if (facts.cells.drops_are_oldest && has(facts, {TermKind::window, TermKind::band}))
    classes.push_back({.name = "drop.window"});
  if (facts.cells.drops_are_oldest && has(facts, {TermKind::chunk}))
    classes.push_back({.name = "drop.chunk"});
  if (facts.cells.drops_are_later) classes.push_back({.name = "drop.future"});
  if (classes.empty()) classes.push_back({.name = "drop.visible"});
  return classes;
}

} // namespace

std::vector<Class> classes_of_cells(const Facts& facts) {
  const WrongCells& cells = facts.cells;
  if (cells.rows == 0) return {};
  if (cells.leaks == 0) return drops(facts);
  if (cells.drops > 0) return {};
  const auto& by_region = cells.by_region;
  const bool one =
      std::count_if(by_region.begin(), by_region.end(), [](std::int64_t n) { return n > 0; }) == 1;
  return one ? std::vector<Class>{leak(largest(cells))} : std::vector<Class>{};
}

std::vector<Class> classes_of_mixtures(const Facts& facts) {
  if (facts.cells.leaks == 0) return {};
  return {leak(largest(facts.cells))};
}

std::vector<Class> classes_of_unlocated(const Facts& facts) {
  const Observed& observed = facts.observed;
  // What zeros saw is an unwritten slot, and it can count them.
  if (facts.cells.rows > 0 || (!observed.zeros.empty() && has_unwritten(facts.question))) return {};
  const Region region = has_unwritten(facts.question) ? Region::unfilled : Region::other;
  for (const auto& [rows, basis] :
       {std::pair(&observed.leaks, Basis::leaks), std::pair(&observed.dominate, Basis::dominate),
        std::pair(&observed.change, Basis::change)}) {
    if (rows->empty()) continue;
    Class found = leak(region);
    found.basis = basis;
    return {found};
  }
  return {};
}

} // namespace attest::harness
