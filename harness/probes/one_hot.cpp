#include "harness/probes/one_hot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::harness {

namespace {

/// Where the keys of one run are for one batch row at one step: a slot, or -1 for strays.
struct Channels {
  std::int64_t first = 0; ///< number of the key of channel 0
  std::vector<std::int64_t> slots = {};
  double hot = 1;
  double threshold = 0; ///< a weight that is not above it was not read
};

Channels channels_of(const Question& question, const FedKeys& keys, const Row& row, const OneHot& how) {
  Channels channels{.first = how.run * question.value.value_dim, .slots = {}, .hot = how.hot};
  const std::int64_t end = std::min(channels.first + question.value.value_dim, keys.count);
  for (std::int64_t key = channels.first; key < end; ++key)
    channels.slots.push_back(own_slot(question, row, key_at(keys, key)).value_or(-1));
  // A quantiser of the backend's own may leave crumbs where there was a 0.
  if (!question.declaration.numeric)
    channels.threshold = 0.25 / static_cast<double>(question.right[row.step].slots + 1);
  return channels;
}

/// What was read stays read, however little it weighs.
float stored(double weight) {
  const auto rounded = static_cast<float>(weight);
  return rounded == 0 ? std::copysign(std::numeric_limits<float>::min(), rounded) : rounded;
}

void read_row(const Channels& channels, std::size_t row, std::span<const double> elements, StepReads& reads) {
  for (std::size_t c = 0; c < elements.size(); ++c) {
    const double weight = elements[c] / channels.hot;
    if (!std::isfinite(weight)) reads.finite[row] = 0;
    // A channel that carries no key must be 0; a number there is the normaliser's or the cache's, and the
    // bound sees it.
    const bool is_read = std::abs(weight) > channels.threshold && std::isfinite(weight);
    if (c >= channels.slots.size() || !is_read) continue;
    reads.total[row] += weight;
    ++reads.count[row];
    if (channels.slots[c] >= 0)
      reads.weight[row * static_cast<std::size_t>(reads.slots) + channels.slots[c]] = stored(weight);
    else
      reads.strays.push_back(
          {.row = row, .key = channels.first + static_cast<std::int64_t>(c), .weight = weight});
  }
}

} // namespace

std::int64_t runs_of_one_hot(const Question& question) {
  const std::int64_t channels = question.value.value_dim;
  return std::max<std::int64_t>(1, (fed_keys(question).count + channels - 1) / channels);
}

void set_one_hot(const Question& question, const OneHot& how, reference::Problem& problem) {
  for (reference::Fed& fed : problem) std::fill(fed.v.values.begin(), fed.v.values.end(), 0.0);
  const std::int64_t first = how.run * question.value.value_dim;
  visit_keys(question, first, first + question.value.value_dim, [&](std::int64_t key, const Spot& spot) {
    reference::Array4& v = problem[spot.step].v;
    for (std::int64_t head = 0; head < v.shape[1]; ++head)
      v.at(spot.row, head, spot.place, key - first) = how.hot;
  });
}

Reads unread(const Question& question) {
  Reads all;
  for (const StepPlan& plan : question.plan) {
    const auto rows =
        static_cast<std::size_t>(question.value.batch * question.value.query_heads * plan.fresh);
    StepReads& reads = all.emplace_back();
    reads.slots = question.right[plan.step].slots;
    reads.weight.resize(rows * static_cast<std::size_t>(reads.slots));
    reads.total.resize(rows);
    reads.count.resize(rows);
    reads.finite.assign(rows, 1);
  }
  return all;
}

void read_one_hot(const Question& question, const OneHot& how, const Outputs& outputs, const Wants& wants,
                  Reads& reads) {
  const FedKeys keys = fed_keys(question);
  const auto size = static_cast<std::size_t>(question.value.value_dim);
  for (const StepPlan& plan : question.plan)
    for (std::int64_t batch = 0; batch < question.value.batch; ++batch) {
      const Channels channels = channels_of(question, keys, {.step = plan.step, .batch = batch}, how);
      for (std::int64_t head = 0; head < question.value.query_heads; ++head)
        for (std::int64_t query = 0; query < plan.fresh; ++query) {
          const Row row{.step = plan.step, .batch = batch, .head = head, .query = query};
          const std::size_t index = index_of(question, row);
          if (wants(row))
            read_row(channels, index, std::span(outputs[plan.step]).subspan(index * size, size),
                     reads[plan.step]);
        }
    }
}

void sort_strays(Reads& all) {
  for (StepReads& reads : all)
    std::stable_sort(reads.strays.begin(), reads.strays.end(),
                     [](const Stray& a, const Stray& b) { return a.row < b.row; });
}

} // namespace attest::harness
