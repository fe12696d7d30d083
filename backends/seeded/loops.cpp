// The right steps of the loops, and the walk over rows that calls them.
#include "backends/seeded/loops.hpp"

#include <algorithm>
#include <cmath>

namespace attest::backends {

namespace {

Dtype dtype_of(Element element) {
  for (const Dtype dtype : {Dtype::f64, Dtype::f16, Dtype::bf16})
    if (element_of(dtype) == element) return dtype;
  return Dtype::f32;
}

double sink_of(const LoopRow& row) {
  return row.call.sink.empty() ? hidden<double> : row.call.sink[static_cast<std::size_t>(row.at.head)];
}

/// The weights times channel c of v, of the slots that are seen.
std::vector<double> terms_of_channel(const LoopRow& row, std::size_t c) {
  std::vector<double> terms;
  for (std::size_t slot = 0; slot < row.weights.size(); ++slot)
    if (row.weights[slot] != 0) terms.push_back(row.in(row.weights[slot] * row.v[slot * row.out.size() + c]));
  return terms;
}

void soften_by(LoopRow& row, const Summation& add) {
  const double sink = sink_of(row);
  row.top = std::max(sink, hidden<double>);
  for (const double score : row.scores) row.top = std::max(row.top, score);
  row.weights.assign(row.scores.size(), 0);
  if (row.top == hidden<double>) return;
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot)
    if (!is_hidden(row, slot)) row.weights[slot] = row.in(std::exp(row.in(row.scores[slot] - row.top)));
  std::vector<double> parts = row.weights;
  if (!row.call.sink.empty()) parts.push_back(row.in(std::exp(row.in(sink - row.top))));
  row.sum = add(parts, row.in);
}

void gather_by(LoopRow& row, const Summation& add) {
  if (row.sum == 0) return;
  for (std::size_t c = 0; c < row.out.size(); ++c)
    row.out[c] = row.in(add(terms_of_channel(row, c), row.in) / row.sum);
}

void run_row(const Loops& loops, const HeadRows<double>& rows, const KernelCall& call, View& out,
             QueryAt at) {
  const Dtype io = dtype_of(call.q.element);
  const Dtype acc = io == Dtype::f64 && loops.acc == Dtype::f32 ? Dtype::f64 : loops.acc;
  LoopRow row{.call = call, .at = at, .io = io, .in = {acc}, .k = rows.k, .v = rows.v};
  row.q.resize(static_cast<std::size_t>(call.q.shape[3]));
  row.out.assign(static_cast<std::size_t>(call.v.shape[3]), 0);
  load_row(call.q, {at.batch, at.head, at.query}, row.q.data());
  loops.dot(row);
  loops.score(row);
  loops.attend(row);
  store_row(out, {at.batch, at.head, at.query}, row.out.data());
}

View run(const Loops& loops, const KernelCall& call) {
  check_call(call);
  return attend_heads<double>(call, [&](const HeadRows<double>& rows, QueryAt at, View& out) {
    for (; at.query < call.q.shape[2]; ++at.query) run_row(loops, rows, call, out, at);
  });
}

} // namespace

bool is_hidden(const LoopRow& row, std::size_t slot) { return row.scores[slot] == hidden<double>; }
void hide(LoopRow& row, std::size_t slot) { row.scores[slot] = hidden<double>; }

void dot_products(LoopRow& row) {
  const std::size_t dim = row.q.size();
  row.scores.assign(static_cast<std::size_t>(row.call.k.shape[2]), 0);
  for (std::size_t slot = 0; slot < row.scores.size(); ++slot)
    for (std::size_t c = 0; c < dim; ++c)
      row.scores[slot] = row.in(row.scores[slot] + row.in(row.q[c] * row.k[slot * dim + c]));
}

void finish(LoopRow& row) {
  finish_scores(row.call, row.at, 0, row.scores);
  for (double& score : row.scores) score = row.in(score);
}

void soften(LoopRow& row) { soften_by(row, one_by_one); }
void gather(LoopRow& row) { gather_by(row, one_by_one); }

double one_by_one(std::span<const double> terms, const Arithmetic& in) {
  double sum = 0;
  for (const double term : terms) sum = in(sum + term);
  return sum;
}

LoopStep one_pass(Summation add) {
  return [add](LoopRow& row) {
    soften_by(row, add);
    gather_by(row, add);
  };
}

Kernel loop_kernel(const std::string& name, const Loops& loops) {
  return {.name = name,
          .features = features_of_loops(),
          .empty_row = EmptyRow::zero,
          .profile = named_profile("math"),
          .run = [loops](const KernelCall& call) { return run(loops, call); }};
}

} // namespace attest::backends
