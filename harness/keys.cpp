#include "harness/keys.hpp"

#include <algorithm>
#include <variant>

namespace attest::harness {

namespace {

/// True if keys lie outside the decoder's own tokens: they come with the call (none) or from the encoder
/// (cross).
bool has_keys(const Case& value) { return value.keys.has_value(); }

const FedRun* run_of(const std::vector<FedRun>& history, std::int64_t token) {
  const auto after = std::upper_bound(history.begin(), history.end(), token,
                                      [](std::int64_t t, const FedRun& run) { return t < run.first; });
  if (after == history.begin()) return nullptr;
  const FedRun& run = *(after - 1);
  return token < run.first + run.count ? &run : nullptr;
}

/// The batch row whose buffer row `batch` of step `step` continued at the earlier step `earlier`: reorders
/// undone, newest first.
std::int64_t ancestor(const Case& value, std::int64_t step, std::int64_t earlier, std::int64_t batch) {
  std::int64_t row = batch;
  std::int64_t feeds = 0;
  for (const Entry& entry : value.steps) feeds += std::holds_alternative<Feed>(entry) ? 1 : 0;
  for (auto entry = value.steps.rbegin(); entry != value.steps.rend(); ++entry) {
    if (std::holds_alternative<Feed>(*entry)) {
      if (--feeds == earlier) break;
    } else if (const auto* reorder = std::get_if<Reorder>(&*entry); reorder && feeds <= step)
      row = reorder->rows[row];
  }
  return row;
}

/// The slot that the cache kind would give this token at this call, if it had one.
std::optional<std::int64_t> slot_by_kind(const Case& value, const StepPlan& plan, std::int64_t token) {
  const std::vector<std::int64_t>& numbers = value.cache.numbers;
  switch (value.cache.kind) {
  case CacheKind::paged: return {};
  case CacheKind::ring: return token % numbers[0];
  case CacheKind::sliding:
  case CacheKind::chunked:
  case CacheKind::static_sliding: {
    const std::int64_t first = std::max<std::int64_t>(plan.slots.front().first, 0);
    if (token < first) return {};
    return token - first;
  }
  case CacheKind::sink: {
    const std::int64_t kept = std::max(plan.before - numbers[1] + 1, numbers[0]);
    if (token >= numbers[0] && token < kept) return {};
    return token < numbers[0] ? token : numbers[0] + token - kept;
  }
  default: return token;
  }
}

} // namespace

FedKeys fed_keys(const Question& question) {
  const Case& value = question.value;
  FedKeys keys{.rows = value.memory == Memory::expanded ? 1 : value.batch};
  for (const Call& call : question.calls) {
    const bool given = has_keys(value);
    if (given && call.step > 0) break;
    const std::int64_t count = given ? *value.keys : call.tokens;
    keys.steps.push_back({.step = call.step,
                          .epoch = given ? 0 : call.epoch,
                          .first = keys.count,
                          .token = given ? 0 : call.before,
                          .count = count});
    keys.count += keys.rows * count;
  }
  return keys;
}

FedKey key_at(const FedKeys& keys, std::int64_t number) {
  const auto after = std::upper_bound(keys.steps.begin(), keys.steps.end(), number,
                                      [](std::int64_t n, const FedStep& step) { return n < step.first; });
  const FedStep& step = *(after - 1);
  const std::int64_t inside = number - step.first;
  return {.row = inside / step.count,
          .token = step.token + inside % step.count,
          .step = step.step,
          .epoch = step.epoch};
}

std::optional<std::int64_t> slot_of(const StepPlan& plan, std::int64_t token) {
  std::int64_t slot = 0;
  for (const SlotRun& run : plan.slots) {
    if (run.first >= 0 && token >= run.first && token < run.first + run.count)
      return slot + token - run.first;
    slot += run.count;
  }
  return {};
}

std::optional<std::int64_t> feeder_of(const Question& question, const Row& row, std::int64_t token) {
  if (question.value.memory == Memory::expanded) return 0;
  if (has_keys(question.value)) return question.plan[row.step].sequence[row.batch];
  const FedRun* run = run_of(question.calls[row.step].history[row.batch], token);
  if (!run) return {};
  return run->row;
}

std::optional<std::int64_t> number_of(const Question& question, const FedKeys& keys, const Row& row,
                                      std::int64_t token) {
  const std::optional<std::int64_t> feeder = feeder_of(question, row, token);
  if (!feeder) return {};
  std::int64_t epoch = 0;
  if (!has_keys(question.value)) epoch = run_of(question.calls[row.step].history[row.batch], token)->epoch;
  // Steps ascend by epoch and token, and no token is fed twice in an epoch.
  const auto later = [&](const FedStep& step) {
    return step.epoch > epoch || (step.epoch == epoch && step.token > token);
  };
  const auto after =
      std::partition_point(keys.steps.begin(), keys.steps.end(), [&](const FedStep& s) { return !later(s); });
  const FedStep& step = *(after - 1);
  return step.first + *feeder * step.count + token - step.token;
}

namespace {

/// True if the key is a token of the row's sequence as it stands at the call.
bool is_current(const Question& question, const Row& row, const FedKey& key) {
  if (has_keys(question.value)) return feeder_of(question, row, key.token) == key.row;
  const FedRun* run = run_of(question.calls[row.step].history[row.batch], key.token);
  if (!run || run->epoch != key.epoch) return false;
  return run->row == key.row || question.value.memory == Memory::expanded;
}

} // namespace

std::optional<std::int64_t> own_slot(const Question& question, const Row& row, const FedKey& key) {
  if (!is_current(question, row, key)) return {};
  return slot_of(question.plan[row.step], key.token);
}

Whereabouts find_key(const Question& question, const Row& row, const FedKey& key) {
  const StepPlan& plan = question.plan[row.step];
  const std::optional<std::int64_t> slot = slot_of(plan, key.token);
  if (is_current(question, row, key)) return {.place = slot ? Place::own : Place::evicted, .slot = slot};
  if (has_keys(question.value)) return {.place = Place::foreign, .slot = slot};
  if (key.step < row.step && ancestor(question.value, row.step, key.step, row.batch) == key.row)
    return {.place = Place::stale, .slot = slot_by_kind(question.value, plan, key.token)};
  // Whoever has the whole request can read what is fed only later.
  if (key.step > row.step && ancestor(question.value, key.step, row.step, key.row) == row.batch)
    return {.place = Place::evicted};
  return {.place = Place::foreign, .slot = slot};
}

} // namespace attest::harness
