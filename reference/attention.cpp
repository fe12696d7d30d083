// Every row, head and query of a call in turn: read the seen slots, score, weigh, sum, bound.
#include "reference/attention.hpp"

#include "reference/row.hpp"
#include "reference/statistical.hpp"

#include <algorithm>
#include <limits>

namespace attest::reference {
namespace {

/// All that the rows of a call have in common. `tokens` is the token per slot.
struct Frame {
  const Case& in;
  const StepPlan& plan;
  const Fed& fed;
  const Returned& returned;
  const Cells& cells;
  std::vector<std::int64_t> tokens;
};

/// Where a row stands in the call.
struct Place {
  std::int64_t batch = 0;
  std::int64_t head = 0;
  std::int64_t query = 0;
};

/// Token per slot. An unwritten slot, which only a hypothesis reads, counts as the token that would go there:
/// in every kind of cache such slots follow tokens 0..t-1, so that it is the slot's own number.
std::vector<std::int64_t> positions_of(const StepPlan& plan) {
  std::vector<std::int64_t> tokens = tokens_of(plan);
  for (std::size_t slot = 0; slot < tokens.size(); ++slot)
    if (tokens[slot] < 0) tokens[slot] = static_cast<std::int64_t>(slot);
  return tokens;
}

Recipe recipe_of(const Case& in, std::int64_t head) {
  return {.scale = scale_of(in),
          .softcap = in.softcap,
          .slope = in.alibi.empty() ? 0 : per_head(in, in.alibi, head)};
}

void read_seen_slots(const Frame& frame, const Place& at, Row& row) {
  row.keys.clear(), row.values.clear(), row.distance.clear();
  const Array4& k = frame.returned.k;
  const Array4& v = frame.returned.v;
  const std::int64_t kv_head = kv_head_of(frame.in, at.head);
  for (std::int64_t slot = 0; slot < frame.cells.slots; ++slot) {
    if (!frame.cells.at(at.batch, at.query, slot)) continue;
    row.keys.push_back(&k.values[k.index(at.batch, kv_head, slot, 0)]);
    row.values.push_back(&v.values[v.index(at.batch, kv_head, slot, 0)]);
    row.distance.push_back(frame.tokens[slot] - (frame.plan.q0 + at.query));
  }
}

void score_seen_slots(const Frame& frame, const Place& at, const Recipe& recipe, Row& row) {
  const Array4& q = frame.fed.q;
  const std::span<const double> query(&q.values[q.index(at.batch, at.head, at.query, 0)],
                                      static_cast<std::size_t>(frame.in.dim));
  row.scores.clear();
  for (std::size_t j = 0; j < row.keys.size(); ++j)
    row.scores.push_back(score_of(recipe, query, row.keys[j], row.distance[j]));
}

/// Until its rows are stored: what a row that sees nothing has without a sink.
Expected unknown(const Case& in, std::int64_t queries) {
  const std::array<std::int64_t, 4> shape = {in.batch, in.query_heads, queries, in.value_dim};
  return {.out = array_of(shape, std::numeric_limits<double>::quiet_NaN()),
          .bound = array_of(shape, std::numeric_limits<double>::infinity()),
          .likely = array_of(shape, std::numeric_limits<double>::infinity()),
          .max_d = array_of({in.batch, in.query_heads, queries, 1})};
}

/// What the bound of every row of a call needs to know.
struct Summing {
  Rounding rounding = {};
  std::int64_t slots = 0;
};

/// Sums and stores a row whose weights are known.
void finish(const Summing& how, const Place& at, Row& row, Expected& expected) {
  sum_values(row);
  const bool sees_nothing = row.values.empty(); // then only the sink has weight, and 0 is exact
  const RowError error = sees_nothing ? RowError{} : sum_errors(how.rounding, row, how.slots);
  const std::size_t first = expected.out.index(at.batch, at.head, at.query, 0);
  expected.max_d.at(at.batch, at.head, at.query, 0) = error.max_d;
  for (std::size_t c = 0; c < row.out.size(); ++c) {
    const Element element = {
        .out = row.out[c], .weight = row.weight[c], .spread = row.spread[c], .total = row.total[c]};
    expected.out.values[first + c] = row.out[c];
    expected.bound.values[first + c] = bound_of(how.rounding, error, element);
    expected.likely.values[first + c] = expected.bound.values[first + c];
  }
  if (row.values.size() < fewest_keys || !stores_low(how.rounding)) return;
  const std::vector<double> likely = statistical_bounds(how.rounding, error, row);
  std::copy(likely.begin(), likely.end(), expected.likely.values.begin() + first);
}

} // namespace

Array4 array_of(const std::array<std::int64_t, 4>& shape, double value) {
  const auto count = static_cast<std::size_t>(shape[0] * shape[1] * shape[2] * shape[3]);
  return {.shape = shape, .values = std::vector<double>(count, value)};
}

Expected attend(const Case& in, const StepPlan& plan, const Fed& fed, const Returned& returned,
                const Cells& cells, const Profile& profile) {
  const Frame frame = {
      .in = in, .plan = plan, .fed = fed, .returned = returned, .cells = cells, .tokens = positions_of(plan)};
  const Summing how = {.rounding = rounding_of(in, profile), .slots = cells.slots};
  Expected expected = unknown(in, cells.queries);
  Row row = row_of(in.value_dim);
  for (std::int64_t batch = 0; batch < in.batch; ++batch)
    for (std::int64_t head = 0; head < in.query_heads; ++head) {
      const Recipe recipe = recipe_of(in, head);
      if (!in.sink.empty()) row.sink = per_head(in, in.sink, head);
      for (std::int64_t query = 0; query < cells.queries; ++query) {
        const Place at = {.batch = batch, .head = head, .query = query};
        read_seen_slots(frame, at, row);
        if (row.keys.empty() && !row.sink) continue;
        score_seen_slots(frame, at, recipe, row);
        weigh(row);
        finish(how, at, row, expected);
      }
    }
  return expected;
}

Expected uniform(const Case& in, const StepPlan& plan, const Returned& returned, const Profile& profile) {
  const std::int64_t slots = width_of(plan);
  const Summing how = {.rounding = rounding_of(in, profile), .slots = slots};
  Expected expected = unknown(in, plan.fresh);
  if (slots == 0) return expected;
  Row row = row_of(in.value_dim);
  row.scores.assign(static_cast<std::size_t>(slots), Score{});
  row.weights.assign(static_cast<std::size_t>(slots), 1 / static_cast<double>(slots));
  for (std::int64_t batch = 0; batch < in.batch; ++batch)
    for (std::int64_t head = 0; head < in.query_heads; ++head) {
      row.values.clear();
      for (std::int64_t slot = 0; slot < slots; ++slot)
        row.values.push_back(&returned.v.values[returned.v.index(batch, kv_head_of(in, head), slot, 0)]);
      for (std::int64_t query = 0; query < plan.fresh; ++query)
        finish(how, {.batch = batch, .head = head, .query = query}, row, expected);
    }
  return expected;
}

} // namespace attest::reference
