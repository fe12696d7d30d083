// The plain model that caches are compared with: every row's tokens in a list, and which of them a call
// returns in which slot.
#pragma once

#include "cases/case.hpp"

#include <algorithm>

namespace attest::backends::for_tests {

/// A token as it was fed; two of one number differ in row or epoch.
struct Fed {
  std::int64_t number = 0;
  std::int64_t row = 0;
  std::int64_t epoch = 0;
};

using Sequence = std::vector<Fed>;

/// What every batch row of a case has had since the last reset, all rows equally long.
class Model {
public:
  explicit Model(const Case& value) : rows_(static_cast<std::size_t>(value.batch)) {}

  std::int64_t length() const { return static_cast<std::int64_t>(rows_[0].size()); }
  const Sequence& row(std::int64_t b) const { return rows_.at(static_cast<std::size_t>(b)); }

  void feed(std::int64_t tokens) {
    for (std::size_t b = 0; b < rows_.size(); ++b)
      for (std::int64_t i = 0; i < tokens; ++i)
        rows_[b].push_back({.number = static_cast<std::int64_t>(rows_[b].size()),
                            .row = static_cast<std::int64_t>(b),
                            .epoch = epoch_});
  }
  void crop(std::int64_t length) {
    for (Sequence& row : rows_) row.resize(static_cast<std::size_t>(length));
    ++epoch_;
  }
  void reorder(const std::vector<std::int64_t>& rows) {
    std::vector<Sequence> taken;
    for (const std::int64_t b : rows) taken.push_back(row(b));
    rows_ = taken;
  }

private:
  std::vector<Sequence> rows_;
  std::int64_t epoch_ = 0;
};

/// Number of the token in each slot, -1 for unwritten, c tokens before and t after the call: the lines of the
/// table in CONTRACT section 3, token by token.
inline std::vector<std::int64_t> slots_by_table(const Cache& cache, std::int64_t c, std::int64_t t) {
  const auto at = [&](std::size_t i) { return cache.numbers.at(i); };
  std::vector<std::int64_t> slots;
  const auto tokens_where = [&](const auto& is_returned) {
    for (std::int64_t x = 0; x < t; ++x)
      if (is_returned(x)) slots.push_back(x);
  };
  const auto all_up_to = [&](std::int64_t width) {
    tokens_where([](std::int64_t) { return true; });
    slots.resize(static_cast<std::size_t>(width), -1);
  };
  const auto recent = [&](std::int64_t window) {
    return [c, window](std::int64_t x) { return x > c - window; };
  };
  switch (cache.kind) {
  case CacheKind::static_: all_up_to(at(0)); break;
  case CacheKind::paged: all_up_to(t + (at(0) - t % at(0)) % at(0)); break;
  case CacheKind::sliding:
  case CacheKind::chunked: tokens_where(recent(at(0))); break;
  case CacheKind::sink: tokens_where([&](std::int64_t x) { return x < at(0) || x > c - at(1); }); break;
  case CacheKind::static_sliding: {
    const std::int64_t buffer = std::min(at(0), at(1));
    if (t <= buffer)
      all_up_to(buffer);
    else if (c < buffer)
      all_up_to(t);
    else
      tokens_where(recent(buffer));
    break;
  }
  case CacheKind::ring:
    slots.assign(static_cast<std::size_t>(at(0)), -1);
    for (std::int64_t x = 0; x < t; ++x) slots[static_cast<std::size_t>(x % at(0))] = x;
    break;
  default: all_up_to(t);
  }
  return slots;
}

} // namespace attest::backends::for_tests
