// The leaks probe: the case's own q and k, and v = 0 on the keys that a row should read but 1024 on all
// others, one seen-set per channel. Whatever the weights are, the row must hold exactly 0 in its channel.
//
// Sees a leaked key at any length, and one that shows only with the case's own scores. Does not see: drops; a
// leak of which 1024 times the weight is 0 in the dtype (f16: below 2^-35, or 2^-25 where the kernel keeps
// weights in f16; f32 and bf16: below 2^-136).
#include "harness/keys.hpp"
#include "harness/probes/hidden.hpp"
#include "harness/problem.hpp"

#include <cmath>

namespace attest::harness {

namespace {

/// Unwritten slots hold 1024 too, if the backend lets them be filled.
Case case_of_leaks(const Question& question) {
  Case asked = plain_case(question);
  if (!has_unwritten(question)) return asked;
  Case canary = asked;
  canary.unfilled = Unfilled::canary;
  return refusal_of(canary, question.declaration) ? asked : canary;
}

/// None if there is nothing that a row could read too much.
std::int64_t runs_of_leaks(const Question& question) {
  if (spread_sets(question).empty() && !has_unwritten(question)) return 0;
  const auto sets = static_cast<std::int64_t>(question.seen.sets.size());
  return (sets + question.value.value_dim - 1) / question.value.value_dim;
}

std::vector<NamedTensor> tensors_of_leaks(const Question& question, std::int64_t run) {
  reference::Problem problem = question.own;
  for (std::int64_t channel = 0; channel < question.value.value_dim; ++channel) {
    const std::int64_t set = run * question.value.value_dim + channel;
    const bool exists = set < static_cast<std::int64_t>(question.seen.sets.size());
    const std::vector<std::uint8_t> members =
        exists ? members_of(question, set) : std::vector<std::uint8_t>();
    visit_keys(question, 0, fed_keys(question).count, [&](std::int64_t key, const Spot& spot) {
      reference::Array4& v = problem[spot.step].v;
      for (std::int64_t head = 0; head < v.shape[1]; ++head)
        v.at(spot.row, head, spot.place, channel) = exists && !members[key] ? hidden_value : 0;
    });
  }
  return tensors_of(question.value, problem);
}

void read_leaks(const Question& question, std::int64_t run, const Outputs& outputs, Observed& observed) {
  std::vector<WrongNumber> nonfinite;
  visit_rows(question, [&](const Row& row) {
    const std::int64_t channel = set_of(question, row) - run * question.value.value_dim;
    if (set_of(question, row) < 0 || channel < 0 || channel >= question.value.value_dim) return;
    const auto first = index_of(question, row) * static_cast<std::size_t>(question.value.value_dim);
    const double held = outputs[row.step][first + channel];
    const WrongNumber wrong{.row = row,
                            .value = {.channel = channel, .expected = 0, .actual = held, .bound = 0}};
    if (!std::isfinite(held))
      nonfinite.push_back(wrong);
    else if (held != 0)
      observed.leaks.push_back(wrong);
  });
  note_nonfinite(question, case_of_leaks(question), nonfinite, observed);
}

} // namespace

Probe leaks_probe() {
  return {.name = "leaks",
          .asked = case_of_leaks,
          .impossible = keeps_no_zeros,
          .runs = runs_of_leaks,
          .tensors = tensors_of_leaks,
          .read = read_leaks};
}

} // namespace attest::harness
