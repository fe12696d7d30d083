// The calls of a case, by playing its entries in order.
#include "cases/timeline.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace attest {

namespace {

using History = std::vector<FedRun>;

void append(History& history, const FedRun& run) {
  if (!history.empty() && history.back().row == run.row && history.back().epoch == run.epoch)
    history.back().count += run.count;
  else
    history.push_back(run);
}

void truncate(History& history, std::int64_t length) {
  while (!history.empty() && history.back().first >= length) history.pop_back();
  if (!history.empty()) history.back().count = std::min(history.back().count, length - history.back().first);
}

template <class Value> void permute(std::vector<Value>& values, const std::vector<std::int64_t>& rows) {
  const std::vector<Value> before = values;
  for (std::size_t b = 0; b < rows.size(); ++b) values[b] = before[static_cast<std::size_t>(rows[b])];
}

class Player {
public:
  explicit Player(const Case& value) : value_(value), histories_(static_cast<std::size_t>(value.batch)) {
    sequence_.resize(histories_.size());
    std::iota(sequence_.begin(), sequence_.end(), 0);
  }

  void operator()(const Feed& feed) {
    for (std::size_t b = 0; b < histories_.size(); ++b)
      append(histories_[b],
             {.first = length_, .count = feed.tokens, .row = static_cast<std::int64_t>(b), .epoch = epoch_});
    const bool no_cache = value_.cache.kind == CacheKind::none;
    calls_.push_back({.step = static_cast<std::int64_t>(calls_.size()),
                      .before = length_,
                      .tokens = feed.tokens,
                      .first_query = no_cache ? value_.offset.value_or(0) : length_,
                      .epoch = epoch_,
                      .sequence = sequence_,
                      .history = histories_});
    length_ += feed.tokens;
  }

  void operator()(const Crop& crop) {
    for (History& history : histories_) truncate(history, crop.length);
    length_ = crop.length;
    ++epoch_;
  }

  void operator()(const Reorder& reorder) {
    permute(histories_, reorder.rows);
    permute(sequence_, reorder.rows);
  }

  void operator()(const Reset&) {
    for (History& history : histories_) history.clear();
    std::iota(sequence_.begin(), sequence_.end(), 0);
    length_ = 0;
    ++epoch_;
  }

  std::vector<Call> calls() && { return std::move(calls_); }

private:
  const Case& value_;
  std::int64_t length_ = 0;
  std::int64_t epoch_ = 0;
  std::vector<std::int64_t> sequence_ = {};
  std::vector<History> histories_;
  std::vector<Call> calls_ = {};
};

} // namespace

std::int64_t longest_sequence(const std::vector<Entry>& steps) {
  std::int64_t length = 0;
  std::int64_t longest = 0;
  for (const Entry& entry : steps) {
    if (const auto* feed = std::get_if<Feed>(&entry)) length += feed->tokens;
    if (const auto* crop = std::get_if<Crop>(&entry)) length = crop->length;
    if (std::holds_alternative<Reset>(entry)) length = 0;
    longest = std::max(longest, length);
  }
  return longest;
}

std::vector<Call> calls_of(const Case& value) {
  Player player(value);
  for (const Entry& entry : value.steps) std::visit(player, entry);
  return std::move(player).calls();
}

} // namespace attest
