// The heart: one case, one backend, one verdict with its class and evidence (CONTRACT sections 8, 9 and 12).
#pragma once

#include "cases/case.hpp"
#include "cases/declaration.hpp"
#include "harness/testee.hpp"
#include "reference/cells.hpp"
#include "reports/finding.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attest::harness {

/// What the mask probe, or the second round, recovered at one step: which slots each row of each head really
/// read, (batch, heads, queries, slots). `known` is false for a row whose reads could not be named.
struct Recovered {
  std::int64_t batch = 0, heads = 0, queries = 0, slots = 0;
  std::vector<std::uint8_t> read = {};
  std::vector<std::uint8_t> known = {}; ///< (batch, heads, queries)
};

struct Judgement {
  reports::Verdict verdict = reports::Verdict::agrees;
  std::string kind = "";     ///< the class of a disagrees or broke, else empty
  std::string oracle = "";   ///< the first that saw it: process, nonfinite, mask, zeros, leaks, dominate,
                             ///< heads, sum, change, bound
  std::string sentence = ""; ///< in words, for disagrees and broke; for refused the reason
  std::vector<reports::Evidence> evidence = {};
  std::optional<std::string> message = {};
  std::optional<double> rho = {};
  std::optional<std::string> stderr_text = {};
  std::vector<std::string> also = {}; ///< other classes that fit equally, in order
  std::vector<std::string> impossible =
      {}; ///< probes that this backend or case makes impossible, each with its reason
  std::vector<reference::Cells> expected = {}; ///< per step
  std::vector<Recovered> actual = {};          ///< per step; empty where the mask probe gave nothing
  std::vector<std::string> probed = {};        ///< names of the probes that were asked, `bound` among them
  bool sees = false;       ///< a judged row sees something, so that probes and bound have work
  bool suspicious = false; ///< beyond the statistical bound, but not again with other data: no finding
  /// The smallest leaked weight that the bound could have shown, in the judged row where that is largest;
  /// infinity if none there; empty if no judged row has a key to hide or numbers are not judged.
  std::optional<double> power = {};
  std::optional<std::string> feature = {}; ///< that a refused case needs and the backend lacks
};

/// What is asked: everything, or only the case itself, which costs a small part of it.
enum class Oracles { all, numbers };

/// Judges one case: asks nothing when the declaration refuses it, else sends the case's own problem and the
/// probes and decides. The case must have passed validate and reference::check. Throws TesteeFailed.
Judgement judge(const Case&, const Declaration&, Testee&, Oracles = Oracles::all);

/// Whoever answers requests: a testee, or a test's own function. As Testee::ask.
using Ask = std::function<std::vector<Observation>(const std::vector<Request>&)>;
Judgement judge_with(const Case&, const Declaration&, const Ask&, Oracles = Oracles::all);

} // namespace attest::harness
