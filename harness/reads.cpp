#include "harness/reads.hpp"

#include "cases/pads.hpp"
#include "reference/visible.hpp"

#include <algorithm>
#include <cmath>

namespace attest::harness {

double shortened(double weight) {
  if (weight == 0 || !std::isfinite(weight)) return weight;
  const int digits = 5 - static_cast<int>(std::floor(std::log10(std::abs(weight))));
  const double power = std::pow(10.0, std::abs(digits));
  return digits >= 0 ? std::round(weight * power) / power : std::round(weight / power) * power;
}

namespace {

constexpr std::size_t most_evidence = 16; ///< CONTRACT section 13

/// The relative error of a recovered weight: an exact 1 divided by an exact number of reads, rounded as the
/// profile says.
double weight_error(const Question& question, double reads, double weight) {
  const Profile& profile = question.declaration.profile;
  const Dtype io = question.value.dtype;
  const double acc = unit_roundoff(resolve(profile, Precision::acc, io));
  // A sum of ones is exact until the accumulator runs out of bits.
  const double summing = reads * acc < 0.25 ? (8 + 2 * std::sqrt(reads)) * acc : 2 * reads * acc;
  const double underflow = io == Dtype::f16 ? 0x1p-25 / weight : 0;
  const double quantiser = question.declaration.numeric ? 0 : 0.1;
  return 1.01 * (unit_roundoff(resolve(profile, profile.out, io)) +
                 unit_roundoff(resolve(profile, profile.p, io)) + summing + underflow) +
         quantiser;
}

Leak leak_of_stray(const Question& question, const FedKeys& keys, const Row& row, const Stray& stray) {
  const FedKey key = key_at(keys, stray.key);
  const Whereabouts where = find_key(question, row, key);
  const Region region = where.place == Place::foreign ? Region::batch
                        : where.place == Place::stale ? Region::unfilled
                                                      : Region::evicted;
  return {.cell = {.slot = where.slot, .token = key.token, .row = key.row, .weight = shortened(stray.weight)},
          .region = region,
          .stale = where.place == Place::stale};
}

void append_strays(const Question& question, const StepReads& reads, const Row& row, std::vector<Leak>& to) {
  if (reads.strays.empty()) return;
  const std::size_t index = index_of(question, row);
  const auto before = [](const Stray& stray, std::size_t wanted) { return stray.row < wanted; };
  auto stray = std::lower_bound(reads.strays.begin(), reads.strays.end(), index, before);
  if (stray == reads.strays.end() || stray->row != index) return;
  const FedKeys keys = fed_keys(question);
  for (; stray != reads.strays.end() && stray->row == index; ++stray)
    to.push_back(leak_of_stray(question, keys, row, *stray));
}

void compare_slot(const Question& question, const Row& row, std::int64_t slot, float weight,
                  Difference& difference) {
  const std::int64_t token = question.tokens[row.step][slot];
  if (token < 0) return; // nothing was fed there: counted by what the weights lack
  const bool should = question.right[row.step].at(row.batch, row.query, slot) != 0;
  const bool does = weight != 0;
  if (does && (!difference.oldest_read || token < *difference.oldest_read)) difference.oldest_read = token;
  if (should == does) return;
  reports::Cell cell{.slot = slot, .token = token, .row = feeder_of(question, row, token)};
  if (should) {
    difference.dropped.push_back(cell);
    return;
  }
  cell.weight = shortened(weight);
  difference.leaked.push_back({.cell = cell, .region = region_of(question, row, token)});
}

void count(const Question& question, const Difference& difference, WrongCells& cells) {
  ++cells.rows;
  for (const Leak& leak : difference.leaked) {
    const std::int64_t slots = leak.cell.count.value_or(1);
    cells.leaks += slots;
    cells.by_region[static_cast<std::size_t>(leak.region)] += slots;
  }
  const std::int64_t query = question.plan[difference.row.step].q0 + difference.row.query;
  for (const reports::Cell& cell : difference.dropped) {
    ++cells.drops;
    if (difference.oldest_read && *cell.token > *difference.oldest_read) cells.drops_are_oldest = false;
    if (*cell.token <= query) cells.drops_are_later = false;
  }
  if (cells.first.size() < most_evidence) cells.first.push_back(difference);
}

} // namespace

Extra extra_of(const Question& question, const StepReads& reads, std::size_t row) {
  const double found = reads.count[row];
  const double total = reads.total[row];
  // Unwritten slots alone, or nothing at all: both give zeros.
  if (found == 0 || !reads.uniform) return {.low = 0, .high = static_cast<double>(reads.slots)};
  const double error = weight_error(question, found / total, total / found);
  const double low = found * (1 / (total * (1 + error)) - 1);
  const double high = error < 1 ? found * (1 / (total * (1 - error)) - 1) : static_cast<double>(reads.slots);
  const double middle = found * (1 / total - 1);
  if (low <= 0 || middle < 0.5) return {.low = 0, .high = std::max(high, 0.0)};
  return {.low = low, .high = high, .middle = middle, .weight = total / found};
}

void append_unwritten(const Question& question, const Row& row, const Extra& extra, std::vector<Leak>& to) {
  const std::int64_t unwritten = unwritten_of(question, row.step);
  const double slots = static_cast<double>(unwritten);
  if (unwritten == 0 || slots < extra.low || slots > extra.high) {
    const auto number = std::max<std::int64_t>(1, std::llround(extra.middle));
    to.push_back({.cell = {.weight = shortened(extra.weight), .count = number}, .region = Region::unfilled});
    return;
  }
  const std::vector<std::int64_t>& tokens = question.tokens[row.step];
  for (std::size_t slot = 0; slot < tokens.size(); ++slot)
    if (tokens[slot] < 0)
      to.push_back({.cell = {.slot = static_cast<std::int64_t>(slot), .weight = shortened(extra.weight)},
                    .region = Region::unfilled});
}

Difference difference_of(const Question& question, const Reads& all, const Row& row) {
  const StepReads& reads = all[row.step];
  const std::size_t index = index_of(question, row);
  Difference difference{.row = row};
  for (std::int64_t slot = 0; slot < reads.slots; ++slot)
    compare_slot(question, row, slot, reads.weight[index * reads.slots + slot], difference);
  append_strays(question, reads, row, difference.leaked);
  const Extra extra = extra_of(question, reads, index);
  if (extra.low > 0) append_unwritten(question, row, extra, difference.leaked);
  std::stable_sort(difference.leaked.begin(), difference.leaked.end(), [](const Leak& a, const Leak& b) {
    return a.cell.slot && (!b.cell.slot || *a.cell.slot < *b.cell.slot);
  });
  return difference;
}

WrongCells wrong_cells(const Question& question, const Reads& reads) {
  WrongCells cells;
  visit_rows(question, [&](const Row& row) {
    if (kind_of(question, row) != RowKind::seeing) return;
    if (!reads[row.step].finite[index_of(question, row)]) return;
    const Difference difference = difference_of(question, reads, row);
    if (!difference.leaked.empty() || !difference.dropped.empty()) count(question, difference, cells);
  });
  return cells;
}

} // namespace attest::harness
