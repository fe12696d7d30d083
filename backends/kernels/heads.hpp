// The walk over batch rows and heads that our own kernels share: keys and values are converted once per kv
// head, not per query.
#pragma once

#include "backends/kernels/rows.hpp"

namespace attest::backends {

/// k and v of one kv head, (slots, channels) each, row-major.
template <class T> struct HeadRows {
  std::vector<T> k;
  std::vector<T> v;
};

/// Calls attend(rows, at, out) for every query head, with at.query 0, and returns the output, which starts as
/// zeros.
template <class T, class Attend> View attend_heads(const KernelCall& call, const Attend& attend) {
  View out = make_view(call.q.element, {call.q.shape[0], call.q.shape[1], call.q.shape[2], call.v.shape[3]});
  const std::int64_t sharing = call.q.shape[1] / call.k.shape[1];
  for (std::int64_t batch = 0; batch < call.k.shape[0]; ++batch)
    for (std::int64_t kv_head = 0; kv_head < call.k.shape[1]; ++kv_head) {
      const HeadRows<T> rows{load_head<T>(call.k, batch, kv_head), load_head<T>(call.v, batch, kv_head)};
      for (std::int64_t head = kv_head * sharing; head < (kv_head + 1) * sharing; ++head)
        attend(rows, QueryAt{batch, head, 0}, out);
    }
  return out;
}

} // namespace attest::backends
