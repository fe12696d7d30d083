#include "harness/selftest_one.hpp"

#include "cases/line.hpp"
#include "harness/declared.hpp"
#include "harness/selftest_cases.hpp"
#include "harness/shrink.hpp"

#include <algorithm>

namespace attest::harness {

namespace {

using reports::MutantTrial;
using reports::VariantTrial;
using reports::Verdict;

/// Enough for a case that a person can see through; the last tokens and heads are worth no more time.
constexpr std::int64_t shrink_budget = 100;

bool is_accused(const Judgement& judgement) {
  return judgement.verdict == Verdict::disagrees || judgement.verdict == Verdict::broke;
}

/// How the cases of one backend are chosen, judged and shrunk.
struct Trying {
  const Declaration& declaration;
  Asked asked = Asked::declared;
  const Ask& ask;
};

Judgement judge_as(const Trying& trying, const Case& value) {
  if (trying.asked != Asked::undeclared) return judge_with(value, trying.declaration, trying.ask);
  if (!refusal_of(value, trying.declaration)) return {}; // shrinking has left what is not declared
  return judge_undeclared(value, trying.declaration, trying.ask);
}

/// The case is shrunk; what is said is said of the smallest one.
reports::Accusation accusation_of(const Trying& trying, const Case& value, const Judgement& judgement) {
  Declaration taken = trying.declaration;
  if (trying.asked == Asked::undeclared) taken = {.features = known_features()};
  const Shrinker shrinker{.judge = [&](const Case& smaller) { return judge_as(trying, smaller); },
                          .declaration = taken,
                          .budget = shrink_budget};
  const Shrunk smallest = shrink(value, judgement, shrinker);
  return {.kind = judgement.kind,
          .oracle = judgement.oracle,
          .sentence = smallest.judgement.sentence,
          .line = print_line(value),
          .shrunk = print_line(smallest.value)};
}

} // namespace

bool expects(const backends::Mutant& mutant, const std::string& kind) {
  return std::find(mutant.expects.begin(), mutant.expects.end(), kind) != mutant.expects.end();
}

MutantTrial try_mutant(const backends::Mutant& mutant, std::uint64_t seed, const Ask& ask) {
  const Trying trying{.declaration = mutant.backend.declaration,
                      .asked = expects(mutant, "declaration") ? Asked::undeclared : Asked::declared,
                      .ask = ask};
  MutantTrial trial{.name = trying.declaration.name,
                    .says = mutant.says,
                    .expects = mutant.expects,
                    .report = mutant.report};
  SelftestCases cases(trying.declaration, seed, 0, trying.asked);
  while (trial.cases < most_mutant_cases && !trial.killed) {
    const std::optional<Case> value = cases.next();
    if (!value) break;
    ++trial.cases;
    const Judgement judgement = judge_as(trying, *value);
    if (is_accused(judgement)) trial.killed = accusation_of(trying, *value, judgement);
  }
  return trial;
}

VariantTrial try_variant(const backends::Variant& variant, std::uint64_t seed, const Part& part,
                         const Ask& ask) {
  const Trying trying{.declaration = variant.backend.declaration, .asked = Asked::small, .ask = ask};
  VariantTrial trial{.name = trying.declaration.name, .says = variant.says};
  SelftestCases cases(trying.declaration, seed, part.number, trying.asked);
  for (; trial.cases < part.cases; ++trial.cases) {
    const std::optional<Case> value = cases.next();
    if (!value) break;
    const Judgement judgement = judge_as(trying, *value);
    if (!is_accused(judgement)) continue;
    ++trial.alarms;
    if (!trial.first_alarm) trial.first_alarm = accusation_of(trying, *value, judgement);
  }
  return trial;
}

} // namespace attest::harness
