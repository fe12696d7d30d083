// The region rule: from which part of the mask a leaked key should have been hidden (CONTRACT section 12,
// rule 4).
#include "harness/reads.hpp"

#include "cases/pads.hpp"
#include "reference/visible.hpp"

#include <algorithm>

namespace attest::harness {

namespace {

constexpr std::array<std::string_view, regions> names = {
    "batch", "unfilled", "evicted", "padding", "future", "document", "chunk", "window", "other"};

constexpr std::array<Region, 4> kinds = {Region::future, Region::document, Region::chunk, Region::window};

std::vector<TermKind> terms_of_kind(Region kind) {
  switch (kind) {
  case Region::future: return {TermKind::causal, TermKind::ahead};
  case Region::document: return {TermKind::documents};
  case Region::chunk: return {TermKind::chunk};
  case Region::window: return {TermKind::window, TermKind::band};
  default: return {};
  }
}

/// The case when the terms of this kind hide nothing.
Case without(const Case& value, Region kind) {
  Case changed = value;
  for (const TermKind term : terms_of_kind(kind)) changed.mask = opened(changed.mask, term);
  if (kind == Region::future && changed.is_causal == true) changed.is_causal = {};
  return changed;
}

bool has(const Case& value, Region kind) {
  if (kind == Region::future && value.is_causal == true) return true;
  const std::vector<TermKind> wanted = terms_of_kind(kind);
  const std::vector<Term> terms = terms_of(value.mask);
  return std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
    if (term.kind == TermKind::causal && value.is_causal == false) return false; // counts as full
    return std::find(wanted.begin(), wanted.end(), term.kind) != wanted.end();
  });
}

} // namespace

std::string_view region_name(Region region) { return names[static_cast<std::size_t>(region)]; }

Region region_of(const Question& question, const Row& row, std::int64_t token) {
  const StepPlan& plan = question.plan[row.step];
  const std::int64_t sequence = plan.sequence[row.batch];
  if (is_pad(question.value, sequence, token)) return Region::padding;
  for (const Region kind : kinds)
    if (has(question.value, kind) &&
        reference::visible(without(question.value, kind), sequence, plan.q0 + row.query, token))
      return kind;
  for (const Region kind : kinds)
    if (has(question.value, kind)) return kind;
  return Region::other;
}

} // namespace attest::harness
