// Plainer masks: fewer terms, smaller numbers, one list for all rows.
#include "harness/shrink/moves.hpp"

#include "cases/draft.hpp"

namespace attest::harness {
namespace {

std::vector<Mask> plainer(const Mask& mask);

std::vector<Term> shorter_lists(const Term& term) {
  std::vector<Term> terms;
  if (term.lists.size() > 1)
    for (const auto& list : term.lists) terms.push_back({.kind = term.kind, .lists = {list}});
  const std::size_t stride = term.kind == TermKind::blocks ? 2 : 1;
  for (std::size_t list = 0; list < term.lists.size(); ++list)
    for (std::size_t i = 0; i < term.lists[list].size(); ++i) {
      if (i % stride == 0 && term.lists[list].size() > stride) {
        terms.push_back(term);
        auto& shorter = terms.back().lists[list];
        const auto at = shorter.begin() + static_cast<std::ptrdiff_t>(i);
        shorter.erase(at, at + static_cast<std::ptrdiff_t>(stride));
      }
      for (const std::int64_t number : smaller_numbers(term.lists[list][i], stride == 1 ? 1 : 0)) {
        terms.push_back(term);
        terms.back().lists[list][i] = number;
      }
    }
  return terms;
}

std::vector<Mask> plainer_term(const Term& term) {
  std::vector<Mask> masks;
  const std::int64_t least = term.kind == TermKind::band || term.kind == TermKind::prefix ? 0 : 1;
  if (term.kind == TermKind::ahead) {
    for (const std::int64_t number : smaller_numbers(std::abs(term.number), 0))
      masks.push_back(mask_of(term.kind, term.number < 0 ? -number : number));
  } else if (term.kind != TermKind::full && term.kind != TermKind::causal && term.lists.empty()) {
    for (const std::int64_t number : smaller_numbers(term.number, least))
      masks.push_back(mask_of(term.kind, number));
  }
  for (const Term& shorter : shorter_lists(term)) {
    masks.push_back(mask_of(term.kind));
    masks.back().term = shorter;
  }
  return masks;
}

/// Each part alone, all parts but one, and each part plainer.
std::vector<Mask> plainer_parts(const Mask& mask) {
  std::vector<Mask> masks = mask.parts;
  for (std::size_t i = 0; i < mask.parts.size(); ++i) {
    std::vector<Mask> rest = mask.parts;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    masks.push_back(join(mask.op, rest));
  }
  for (std::size_t i = 0; i < mask.parts.size(); ++i)
    for (const Mask& part : plainer(mask.parts[i])) {
      std::vector<Mask> parts = mask.parts;
      parts[i] = part;
      masks.push_back(join(mask.op, parts));
    }
  return masks;
}

std::vector<Mask> plainer(const Mask& mask) {
  return mask.op == Mask::Op::term ? plainer_term(mask.term) : plainer_parts(mask);
}

} // namespace

std::vector<Case> with_plainer_mask(const Case& value) {
  std::vector<Mask> masks = {default_mask(value), mask_of(TermKind::full), mask_of(TermKind::causal)};
  for (const Mask& mask : plainer(value.mask)) masks.push_back(mask);
  std::vector<Case> cases;
  for (const Mask& mask : masks) {
    cases.push_back(value);
    cases.back().mask = mask;
  }
  return cases;
}

} // namespace attest::harness
