// v one-hot over the fed keys, value_dim of them per run: what a channel holds is the weight of its key. The
// mask probe and the second round read rows with it.
#pragma once

#include "harness/observed.hpp"
#include "harness/probes/probe.hpp"

namespace attest::harness {

std::int64_t runs_of_one_hot(const Question&);

/// Run `run` gives `hot` in v to each of its keys, in a channel of its own, and 0 elsewhere.
struct OneHot {
  std::int64_t run = 0;
  double hot = 1;
};
void set_one_hot(const Question&, const OneHot&, reference::Problem&);

/// Reads of nothing, before the first run.
Reads unread(const Question&);

/// Adds what one run says about the rows for which wants(step, batch, query) is true.
using Wants = std::function<bool(const Row&)>;
void read_one_hot(const Question&, const OneHot&, const Outputs&, const Wants&, Reads&);

/// After the last run.
void sort_strays(Reads&);

} // namespace attest::harness
