// Shrinking: from a case that shows a fault to the smallest one found that shows the same class, so that a
// person can see the fault.
#pragma once

#include "cases/declaration.hpp"
#include "harness/judge.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attest::harness {

/// Judges a candidate as the original was judged; empty: stop here, with the smallest found so far.
using JudgeCase = std::function<std::optional<Judgement>(const Case&)>;

struct Shrinker {
  JudgeCase judge = {};
  Declaration declaration = {}; ///< what it refuses is never asked
  std::int64_t budget = 300;    ///< candidates judged at most
};

/// The first candidate that showed another class on the way.
struct OtherClass {
  Case value = {};
  std::string kind = "";
};

struct Shrunk {
  Case value = {};
  Judgement judgement = {};
  std::int64_t judged = 0;             ///< candidates
  std::vector<OtherClass> others = {}; ///< in the order in which they were met, each class once
};

/// The smallest case found with the class of `judgement`, which is what `original` was judged to be
/// (disagrees or broke). A pure function of what the judge answers: valid cases only, never larger than the
/// original by `Size`, none asked twice. Candidates that cost a whole timeout end it after a few.
Shrunk shrink(const Case& original, const Judgement& judgement, const Shrinker&);

} // namespace attest::harness
