#include "harness/seen_sets.hpp"

#include "harness/keys.hpp"

#include <algorithm>
#include <map>

namespace attest::harness {

namespace {

using reference::Range;
using reference::Ranges;

constexpr std::int64_t most = 8; ///< CONTRACT section 9, dominate and change

struct Less {
  bool operator()(const Ranges& a, const Ranges& b) const {
    const auto less = [](const Range& x, const Range& y) {
      return x.first != y.first ? x.first < y.first : x.end < y.end;
    };
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), less);
  }
};

/// The number of the key in every returned slot of a batch row; -1 for unwritten ones.
std::vector<std::int64_t> numbers_in_slots(const Question& question, const FedKeys& keys, const Row& row) {
  std::vector<std::int64_t> numbers;
  for (const std::int64_t token : question.tokens[row.step])
    numbers.push_back(token < 0 ? -1 : number_of(question, keys, row, token).value());
  return numbers;
}

Ranges ranges_of(std::vector<std::int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  Ranges ranges;
  for (const std::int64_t number : numbers) {
    if (!ranges.empty() && ranges.back().end == number)
      ++ranges.back().end;
    else
      ranges.push_back({.first = number, .end = number + 1});
  }
  return ranges;
}

Ranges set_at(const reference::Cells& right, const std::vector<std::int64_t>& numbers, const Row& row) {
  std::vector<std::int64_t> seen;
  for (std::int64_t slot = 0; slot < right.slots; ++slot)
    if (right.at(row.batch, row.query, slot)) seen.push_back(numbers[slot]);
  return ranges_of(std::move(seen));
}

std::int64_t size_of(const Ranges& set) {
  std::int64_t size = 0;
  for (const Range& range : set) size += range.end - range.first;
  return size;
}

} // namespace

SeenSets seen_sets(const Question& question) {
  const FedKeys keys = fed_keys(question);
  SeenSets seen;
  std::map<Ranges, std::int64_t, Less> known;
  for (const StepPlan& plan : question.plan) {
    std::vector<std::int64_t>& of_row = seen.of_row.emplace_back();
    for (std::int64_t batch = 0; batch < question.value.batch; ++batch) {
      Row row{.step = plan.step, .batch = batch};
      const std::vector<std::int64_t> numbers = numbers_in_slots(question, keys, row);
      for (; row.query < plan.fresh; ++row.query) {
        of_row.push_back(-1);
        if (kind_of(question, row) != RowKind::seeing) continue;
        const auto next = static_cast<std::int64_t>(seen.sets.size());
        const auto [set, is_new] = known.emplace(set_at(question.right[plan.step], numbers, row), next);
        if (is_new) seen.sets.push_back(set->first);
        of_row.back() = set->second;
      }
    }
  }
  return seen;
}

std::int64_t set_of(const Question& question, const Row& row) {
  return question.seen.of_row[row.step][row.batch * question.plan[row.step].fresh + row.query];
}

std::vector<std::int64_t> spread_sets(const Question& question) {
  const std::int64_t keys = fed_keys(question).count;
  std::vector<std::int64_t> hiding;
  for (std::size_t set = 0; set < question.seen.sets.size(); ++set)
    if (size_of(question.seen.sets[set]) < keys) hiding.push_back(static_cast<std::int64_t>(set));
  const auto count = static_cast<std::int64_t>(hiding.size());
  if (count <= most) return hiding;
  std::vector<std::int64_t> spread;
  for (std::int64_t i = 0; i < most; ++i) spread.push_back(hiding[i * (count - 1) / (most - 1)]);
  return spread;
}

std::vector<std::uint8_t> members_of(const Question& question, std::int64_t set) {
  std::vector<std::uint8_t> members(static_cast<std::size_t>(fed_keys(question).count));
  for (const Range& range : question.seen.sets[set])
    std::fill(members.begin() + range.first, members.begin() + range.end, std::uint8_t{1});
  return members;
}

} // namespace attest::harness
