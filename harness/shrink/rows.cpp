// Fewer batch rows and heads: what belongs to a row goes with it.
#include "harness/shrink/moves.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

/// Only these rows, in this order; a row that took over a dropped one takes over the first that is left.
Case only_rows(Case value, const std::vector<std::int64_t>& rows) {
  const auto kept = [&](auto& list) {
    if (static_cast<std::int64_t>(list.size()) != value.batch) return;
    auto before = list;
    list.clear();
    for (const std::int64_t row : rows) list.push_back(before[static_cast<std::size_t>(row)]);
  };
  kept(value.pad.counts);
  kept(value.pad.bits);
  const auto renumber = [&](std::int64_t row) {
    const auto found = std::find(rows.begin(), rows.end(), row);
    return found == rows.end() ? 0 : static_cast<std::int64_t>(found - rows.begin());
  };
  for (Entry& entry : value.steps)
    if (auto* reorder = std::get_if<Reorder>(&entry)) {
      kept(reorder->rows);
      for (std::int64_t& row : reorder->rows) row = renumber(row);
    }
  const auto visit = [&](auto&& self, Mask& mask) -> void {
    if (mask.term.kind == TermKind::documents && mask.term.lists.size() > 1) kept(mask.term.lists);
    for (Mask& part : mask.parts) self(self, part);
  };
  visit(visit, value.mask);
  value.batch = static_cast<std::int64_t>(rows.size());
  return value;
}

Case with_heads(Case value, std::int64_t query_heads, std::int64_t kv_heads) {
  const auto fit = [&](std::vector<double>& list) {
    if (list.size() > 1) list.resize(static_cast<std::size_t>(query_heads));
  };
  fit(value.sink);
  fit(value.alibi);
  value.query_heads = query_heads;
  value.kv_heads = kv_heads;
  return value;
}

} // namespace

std::vector<Case> with_fewer_rows(const Case& value) {
  constexpr std::int64_t most = 8; // rows that are tried alone
  std::vector<Case> cases;
  if (value.batch == 1) return cases;
  for (std::int64_t row = 0; row < std::min(value.batch, most); ++row)
    cases.push_back(only_rows(value, {row}));
  for (std::int64_t dropped = 0; value.batch > 2 && dropped < std::min(value.batch, most); ++dropped) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < value.batch; ++row)
      if (row != dropped) rows.push_back(row);
    cases.push_back(only_rows(value, rows));
  }
  return cases;
}

std::vector<Case> with_fewer_heads(const Case& value) {
  const std::int64_t group = value.query_heads / value.kv_heads;
  std::vector<Case> cases;
  for (const std::int64_t kv : {std::int64_t{1}, std::int64_t{2}, value.kv_heads})
    for (const std::int64_t each : {std::int64_t{1}, std::int64_t{2}, group})
      if (kv <= value.kv_heads && each <= group && kv * each < value.query_heads)
        cases.push_back(with_heads(value, kv * each, kv));
  if (value.kv_heads > 1) cases.push_back(with_heads(value, value.query_heads, 1));
  return cases;
}

} // namespace attest::harness
