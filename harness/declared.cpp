#include "harness/declared.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace attest::harness {

namespace {

using reports::Verdict;

/// The declaration of a backend that takes this case too.
Declaration widened(Declaration declaration, const Case& value) {
  for (const std::string& need : needs_of(value))
    if (std::find(declaration.features.begin(), declaration.features.end(), need) ==
        declaration.features.end())
      declaration.features.push_back(need);
  declaration.refuses.clear();
  declaration.limits = {};
  declaration.empty_row = {{"*", EmptyRow::unspecified}};
  return declaration;
}

bool is_kept(const Judgement& judgement) { return judgement.kind == "refusal" || judgement.kind == "throw"; }

bool is_wrong(const Judgement& judgement) {
  return judgement.verdict == Verdict::disagrees || judgement.kind == "shape" || judgement.kind == "dtype";
}

void accuse(Judgement& judgement, const Refusal& refusal) {
  judgement.also.insert(judgement.also.begin(), judgement.kind);
  judgement.verdict = Verdict::disagrees;
  judgement.kind = "declaration";
  judgement.sentence =
      fmt::format("{}, yet it answered, and wrongly: {}", refusal.reason, judgement.sentence);
}

} // namespace

Judgement judge_undeclared(const Case& value, const Declaration& declaration, const Ask& ask) {
  const std::optional<Refusal> refusal = refusal_of(value, declaration);
  if (!refusal) throw std::logic_error("a case that is declared was to be asked as one that is not");
  Judgement judgement = judge_with(value, widened(declaration, value), ask);
  judgement.feature = refusal->feature;
  if (is_kept(judgement)) {
    judgement.verdict = Verdict::refused;
    judgement.kind.clear();
    judgement.oracle.clear();
  } else if (is_wrong(judgement)) {
    accuse(judgement, *refusal);
  }
  return judgement;
}

} // namespace attest::harness
