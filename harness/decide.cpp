#include "harness/decide.hpp"

#include "harness/classify.hpp"
#include "harness/evidence.hpp"
#include "harness/eyesight.hpp"
#include "harness/locate.hpp"

#include <algorithm>

namespace attest::harness {

namespace {

using reports::Verdict;

bool is_wrong(const Facts& facts) {
  const Observed& observed = facts.observed;
  return facts.cells.rows > 0 || has_wrong_numbers(observed) || !observed.empty.empty() ||
         !observed.nonfinite.empty() || !observed.poison.empty();
}

/// The first that saw something, in the order of CONTRACT section 14. A slot poisoned with nan gives nan.
std::string oracle_of(const Facts& facts) {
  const Observed& observed = facts.observed;
  const bool others = facts.cells.rows > 0 || has_wrong_numbers(observed) || !observed.empty.empty();
  if (!observed.nonfinite.empty() || (!observed.poison.empty() && !others)) return "nonfinite";
  if (facts.cells.rows > 0 && facts.reads == &*observed.reads) return "mask";
  if (!observed.zeros.empty()) return "zeros";
  if (!observed.leaks.empty()) return "leaks";
  if (!observed.dominate.empty()) return "dominate";
  if (!observed.heads.empty()) return "heads";
  if (!observed.sum.empty()) return "sum";
  if (!observed.change.empty()) return "change";
  return "bound";
}

/// The mask probe's reads; those of the second round if only they show wrong cells.
Facts facts_of(const Question& question, const Observed& observed) {
  Facts facts{.question = question, .observed = observed};
  if (!observed.reads) return facts;
  facts.reads = &*observed.reads;
  if (const Reads* located = located_of(question, observed)) facts.reads = located;
  facts.cells = wrong_cells(question, *facts.reads);
  return facts;
}

/// What the judged rows allow to be said when none of them is wrong.
struct Coverage {
  bool any = false;         ///< a row was judged
  bool measured = false;    ///< one of them by a probe, the bound or its policy
  bool unspecified = false; ///< one of them sees nothing, and the policy promises nothing
};

Coverage coverage_of(const Question& question, const Observed& observed) {
  Coverage coverage;
  const bool probed = std::any_of(observed.probed.begin(), observed.probed.end(),
                                  [](const std::string& name) { return name != "bound"; });
  visit_rows(question, [&](const Row& row) {
    coverage.any = true;
    if (kind_of(question, row) == RowKind::empty) {
      const bool promised = question.empty_row != EmptyRow::unspecified;
      (promised ? coverage.measured : coverage.unspecified) = true;
      return;
    }
    if (probed || numbers_can_show(question, observed, row)) coverage.measured = true;
  });
  return coverage;
}

void judge_right(const Question& question, const Observed& observed, Judgement& judgement) {
  const Coverage coverage = coverage_of(question, observed);
  if (!coverage.any || (!coverage.measured && !coverage.unspecified)) {
    judgement.verdict = Verdict::vacuous;
    judgement.sentence =
        coverage.any
            ? "no judged row can be probed, and all are ill-conditioned or have bounds so wide that no "
              "leak would show"
            : "no row is judged";
  } else if (coverage.unspecified) {
    judgement.verdict = Verdict::unspecified;
    judgement.sentence = "a row sees nothing, and the backend does not say what it holds then";
  }
}

void judge_wrong(const Facts& facts, Judgement& judgement) {
  const std::vector<Class> classes = classify(facts);
  const Proof proof = evidence_of(facts, classes.front());
  judgement.verdict = Verdict::disagrees;
  judgement.kind = classes.front().name;
  judgement.oracle = oracle_of(facts);
  judgement.sentence = sentence_of(facts, classes.front(), proof);
  judgement.evidence = proof.evidence;
  for (std::size_t i = 1; i < classes.size(); ++i) judgement.also.push_back(classes[i].name);
}

} // namespace

Judgement decide(const Question& question, const Observed& observed) {
  const Facts facts = facts_of(question, observed);
  Judgement judgement{.rho = observed.rho, .impossible = observed.impossible, .expected = question.right};
  judgement.actual = recovered_of(question, facts.reads);
  if (is_wrong(facts))
    judge_wrong(facts, judgement);
  else
    judge_right(question, observed, judgement);
  note_eyesight(question, observed, judgement);
  return judgement;
}

} // namespace attest::harness
