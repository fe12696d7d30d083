// The mask probe: with q = 0 every key that is read weighs 1/reads, and v one-hot over the fed keys says
// which they are.
#include "harness/probes/probe.hpp"

#include "harness/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::harness {

namespace {

std::int64_t runs_of_mask(const Question& question) {
  const std::int64_t channels = question.value.value_dim;
  return std::max<std::int64_t>(1, (fed_keys(question).count + channels - 1) / channels);
}

/// Writes the bytes of `one` at v[row, every head, place, channel].
void set_one(Tensor& v, const std::vector<std::byte>& one, const std::array<std::int64_t, 3>& at) {
  const auto [row, place, channel] = at;
  for (std::int64_t head = 0; head < v.shape[1]; ++head) {
    const std::int64_t element = ((row * v.shape[1] + head) * v.shape[2] + place) * v.shape[3] + channel;
    std::copy(one.begin(), one.end(), v.bytes.begin() + element * static_cast<std::int64_t>(one.size()));
  }
}

std::vector<NamedTensor> tensors_of_mask(const Question& question, std::int64_t run) {
  const FedKeys keys = fed_keys(question);
  std::vector<NamedTensor> tensors = tensors_of(question.value, question.own);
  const std::vector<std::byte> one = from_doubles(element_of(question.value.dtype), {1}, {1.0}).bytes;
  for (NamedTensor& named : tensors)
    if (named.name[0] != 'k') std::fill(named.tensor.bytes.begin(), named.tensor.bytes.end(), std::byte{0});
  const std::int64_t first = run * question.value.value_dim;
  for (std::int64_t key = first; key < std::min(first + question.value.value_dim, keys.count); ++key) {
    const FedKey fed = key_at(keys, key);
    const std::string name = "v." + std::to_string(fed.step);
    const auto v =
        std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor& t) { return t.name == name; });
    const std::int64_t place = fed.token - (question.value.keys ? 0 : question.calls[fed.step].before);
    const std::int64_t last = question.value.memory == Memory::expanded ? question.value.batch - 1 : fed.row;
    for (std::int64_t row = fed.row; row <= last; ++row) set_one(v->tensor, one, {row, place, key - first});
  }
  return tensors;
}

StepReads unread(const Question& question, std::size_t step) {
  const auto rows =
      static_cast<std::size_t>(question.value.batch * question.value.query_heads * question.plan[step].fresh);
  StepReads reads{.slots = question.right[step].slots};
  reads.weight.resize(rows * static_cast<std::size_t>(reads.slots));
  reads.total.resize(rows);
  reads.count.resize(rows);
  reads.finite.assign(rows, 1);
  return reads;
}

/// Where the keys of one run are for one batch row at one step: a slot, or -1 for strays.
struct Channels {
  std::int64_t first = 0; ///< number of the key of channel 0
  std::vector<std::int64_t> slots = {};
  double threshold = 0; ///< what is not above it was not read
};

Channels channels_of(const Question& question, const FedKeys& keys, const Row& row, std::int64_t run) {
  Channels channels{.first = run * question.value.value_dim};
  const std::int64_t end = std::min(channels.first + question.value.value_dim, keys.count);
  for (std::int64_t key = channels.first; key < end; ++key) {
    channels.slots.push_back(own_slot(question, row, key_at(keys, key)).value_or(-1));
  }
  // A quantiser of the backend's own may leave crumbs where there was a 0.
  if (!question.declaration.numeric)
    channels.threshold = 0.25 / static_cast<double>(question.right[row.step].slots + 1);
  return channels;
}

void read_row(const Channels& channels, std::size_t row, std::span<const double> elements, StepReads& reads) {
  for (std::size_t c = 0; c < elements.size(); ++c) {
    const double weight = elements[c];
    if (!std::isfinite(weight)) reads.finite[row] = 0;
    // A channel that carries no key must be 0; a number there is the normaliser's or the cache's, and the
    // bound sees it.
    const bool is_read = std::abs(weight) > channels.threshold && std::isfinite(weight);
    if (c >= channels.slots.size() || !is_read) continue;
    reads.total[row] += weight;
    ++reads.count[row];
    if (channels.slots[c] >= 0)
      reads.weight[row * static_cast<std::size_t>(reads.slots) + channels.slots[c]] =
          static_cast<float>(weight);
    else
      reads.strays.push_back(
          {.row = row, .key = channels.first + static_cast<std::int64_t>(c), .weight = weight});
  }
}

/// What one run answered at one step.
struct RunAnswer {
  std::int64_t run = 0;
  const std::vector<double>& elements;
};

void read_step(const Question& question, std::int64_t step, const RunAnswer& answer, StepReads& reads) {
  const FedKeys keys = fed_keys(question);
  const auto size = static_cast<std::size_t>(question.value.value_dim);
  const std::int64_t rows = question.value.query_heads * question.plan[step].fresh;
  for (std::int64_t batch = 0; batch < question.value.batch; ++batch) {
    const Channels channels = channels_of(question, keys, {.step = step, .batch = batch}, answer.run);
    for (std::int64_t i = 0; i < rows; ++i) {
      const auto row = static_cast<std::size_t>(batch * rows + i);
      read_row(channels, row, std::span(answer.elements).subspan(row * size, size), reads);
    }
  }
}

/// Rows that see something and gave no number for a weight.
void note_nonfinite(const Question& question, Observed& observed) {
  visit_rows(question, [&](const Row& row) {
    if (kind_of(question, row) != RowKind::seeing) return;
    if ((*observed.reads)[row.step].finite[index_of(question, row)]) return;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    observed.nonfinite.push_back(
        {.row = row, .value = {.channel = 0, .expected = 0, .actual = nan, .bound = 0}});
  });
}

void finish(const Question& question, Observed& observed) {
  for (StepReads& reads : *observed.reads)
    std::stable_sort(reads.strays.begin(), reads.strays.end(),
                     [](const Stray& a, const Stray& b) { return a.row < b.row; });
  note_nonfinite(question, observed);
}

void read_mask(const Question& question, std::int64_t run, const Outputs& outputs, Observed& observed) {
  if (run == 0) {
    observed.reads.emplace();
    for (std::size_t step = 0; step < question.plan.size(); ++step)
      observed.reads->push_back(unread(question, step));
  }
  for (std::size_t step = 0; step < question.plan.size(); ++step)
    read_step(question, static_cast<std::int64_t>(step), {.run = run, .elements = outputs[step]},
              (*observed.reads)[step]);
  if (run + 1 == runs_of_mask(question)) finish(question, observed);
}

} // namespace

Probe mask_probe() {
  return {.name = "mask",
          .asked = plain_case,
          .impossible = [](const Question&) { return std::optional<std::string>{}; },
          .runs = runs_of_mask,
          .tensors = tensors_of_mask,
          .read = read_mask};
}

} // namespace attest::harness
