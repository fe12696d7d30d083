// The plain kernel: one pass per row, shifted by the row's maximum; the loops that one would write first.
#include "backends/kernels/heads.hpp"
#include "backends/registry.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

template <class T>
std::vector<T> scores_of(const KernelCall& call, const QueryAt& at, const std::vector<T>& keys) {
  const auto dim = static_cast<std::size_t>(call.q.shape[3]);
  std::vector<T> query(dim);
  load_row(call.q, {at.batch, at.head, at.query}, query.data());
  std::vector<T> scores(static_cast<std::size_t>(call.k.shape[2]));
  for (std::size_t slot = 0; slot < scores.size(); ++slot) {
    const T* key = keys.data() + slot * dim;
    T dot = 0;
    for (std::size_t c = 0; c < dim; ++c) dot += query[c] * key[c];
    scores[slot] = dot;
  }
  finish_scores(call, at, 0, scores);
  return scores;
}

// Hidden slots are skipped, not multiplied by zero, so that a NaN in them stays where it is. A NaN score is
// not hidden.
template <class T>
std::vector<T> weighted_sum(const KernelCall& call, const QueryAt& at, const std::vector<T>& scores,
                            const std::vector<T>& values) {
  const auto channels = static_cast<std::size_t>(call.v.shape[3]);
  std::vector<T> row(channels, T{0});
  T top = call.sink.empty() ? hidden<T> : static_cast<T>(call.sink[static_cast<std::size_t>(at.head)]);
  T sum = 0;
  for (const T score : scores) top = std::max(top, score);
  if (!call.sink.empty()) sum = std::exp(static_cast<T>(call.sink[static_cast<std::size_t>(at.head)]) - top);
  bool seen = false;
  for (std::size_t slot = 0; slot < scores.size(); ++slot) {
    if (scores[slot] == hidden<T>) continue;
    seen = true;
    const T weight = std::exp(scores[slot] - top);
    sum += weight;
    for (std::size_t c = 0; c < channels; ++c) row[c] += weight * values[slot * channels + c];
  }
  if (seen)
    for (T& channel : row) channel /= sum;
  return row;
}

template <class T> View attend(const KernelCall& call) {
  return attend_heads<T>(call, [&](const HeadRows<T>& rows, QueryAt at, View& out) {
    for (; at.query < call.q.shape[2]; ++at.query) {
      const auto row = weighted_sum(call, at, scores_of(call, at, rows.k), rows.v);
      store_row(out, {at.batch, at.head, at.query}, row.data());
    }
  });
}

View run(const KernelCall& call) {
  check_call(call);
  return call.q.element == Element::f64 ? attend<double>(call) : attend<float>(call);
}

const Registered<Kernel> plain{[] {
  return Kernel{.name = "plain",
                .features = features_of_loops(),
                .empty_row = EmptyRow::zero,
                .profile = named_profile("math"),
                .run = run};
}};

} // namespace

} // namespace attest::backends
