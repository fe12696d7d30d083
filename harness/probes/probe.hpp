// A probe as a value: what it asks, when it can't, and how its answers are read. One file per probe;
// probes.cpp lists them.
#pragma once

#include "harness/observed.hpp"
#include "harness/question.hpp"

#include <functional>

namespace attest::harness {

struct Probe {
  std::string name = "";
  /// The case that goes with the probe; the declaration must take it, or the probe is impossible.
  std::function<Case(const Question&)> asked = {};
  /// Why the probe can't be asked, besides a refusal of its case; empty reason: there is nothing to ask.
  std::function<std::optional<std::string>(const Question&)> impossible = {};
  std::function<std::int64_t(const Question&)> runs = {};
  /// q.S, k.S and v.S of one run.
  std::function<std::vector<NamedTensor>(const Question&, std::int64_t run)> tensors = {};
  /// Reads the answer to one run; runs are read in order.
  std::function<void(const Question&, std::int64_t run, const Outputs&, Observed&)> read = {};
};

/// The case itself, judged by the bound and by the policy of rows that see nothing; first of all.
Probe bound_check();
Probe mask_probe();
Probe zeros_probe();
Probe leaks_probe();
Probe dominate_probe();
Probe heads_probe();
Probe sum_probe();
Probe change_probe();
Probe poison_probe();

/// All of them, in the order in which they are asked.
const std::vector<Probe>& probes();

/// The case of a probe: without alibi, sink and softcap, unwritten slots zero (CONTRACT section 9).
Case plain_case(const Question&);

/// A problem in which every element of q, of k and of v has one value; v's may depend on the kv head.
struct Constants {
  double q = 0;
  double k = 0;
  double v = 1;
  double v_per_head = 0; ///< v + v_per_head * kv head, rounded to the dtype
};
reference::Problem constant_problem(const Question&, const Constants&);

/// What is right for a probe's problem, one per step.
std::vector<reference::Expected> expected_of(const Question&, const Case& asked, const reference::Problem&);

/// Scores of an ill-conditioned row are so wrong that they may honestly have overflowed (f16 stores them up
/// to 65504, where its relative error of 2^-11 is 32): a nan there proves nothing.
bool may_overflow(const reference::Expected&, const Row&);

/// What the probe sum would be answered if these cells were read, one per step.
std::vector<reference::Expected> sums_over(const Question&, const std::vector<reference::Cells>&);

/// Rows that see something and are not right within the bound; those that are not finite, and can't
/// have overflowed, go to observed.nonfinite.
std::vector<WrongNumber> rows_beyond_bound(const Question&, const std::vector<reference::Expected>&,
                                           const Outputs&, Observed&);

} // namespace attest::harness
