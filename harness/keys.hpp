// The keys that a case feeds, numbered, and where each of them is at a given call: in which slot of whose
// sequence, dropped, or stale.
#pragma once

#include "harness/question.hpp"

#include <algorithm>
#include <optional>

namespace attest::harness {

/// One key that was fed: by this batch row, as this token, at this step. With memory=expanded all rows carry
/// row 0's.
struct FedKey {
  std::int64_t row = 0;
  std::int64_t token = 0;
  std::int64_t step = 0;
  std::int64_t epoch = 0;
  bool operator==(const FedKey&) const = default;
};

/// Keys first .. first + rows * count - 1 were fed at one step: row by row, tokens ascending.
struct FedStep {
  std::int64_t step = 0;
  std::int64_t epoch = 0;
  std::int64_t first = 0; ///< number of its first key
  std::int64_t token = 0; ///< its first token
  std::int64_t count = 0; ///< tokens per row
};

struct FedKeys {
  std::int64_t rows = 0; ///< batch rows that feed their own data: 1 with memory=expanded
  std::int64_t count = 0;
  std::vector<FedStep> steps = {};
};

FedKeys fed_keys(const Question&);

/// Key number `number`, 0 <= number < count.
FedKey key_at(const FedKeys&, std::int64_t number);

/// Where a key lies in the tensors of a problem: in k and v of step `step`, at [row, every head, place].
struct Spot {
  std::int64_t step = 0;
  std::int64_t row = 0;
  std::int64_t place = 0;
};

/// Calls visit(number, Spot) for keys first .. end - 1; with memory=expanded for every batch row that carries
/// the key.
template <class Visit>
void visit_keys(const Question& question, std::int64_t first, std::int64_t end, Visit&& visit) {
  const FedKeys keys = fed_keys(question);
  for (std::int64_t number = first; number < std::min(end, keys.count); ++number) {
    const FedKey key = key_at(keys, number);
    const std::int64_t place = key.token - (question.value.keys ? 0 : question.calls[key.step].before);
    const bool shared = question.value.memory == Memory::expanded;
    const std::int64_t last = shared ? question.value.batch - 1 : key.row;
    for (std::int64_t row = key.row; row <= last; ++row)
      visit(number, Spot{.step = key.step, .row = row, .place = place});
  }
}

/// own: of the row's own sequence, in `slot`. evicted: of the sequence, but in no returned slot: dropped, or
/// fed at a later step. stale: once of the sequence, then cropped or reset; `slot` is the one that the cache
/// kind would give its token (CONTRACT section 9). foreign: never of the sequence.
enum class Place { own, evicted, stale, foreign };
struct Whereabouts {
  Place place = Place::own;
  std::optional<std::int64_t> slot = {};
};

/// Where a key is for batch row `batch` at a call.
Whereabouts find_key(const Question&, const Row&, const FedKey&);

/// The slot in which the row's own sequence holds this key at a call, if it does.
std::optional<std::int64_t> own_slot(const Question&, const Row&, const FedKey&);

/// The batch row that fed what row.batch holds as this token; nothing if it holds no such token.
std::optional<std::int64_t> feeder_of(const Question&, const Row&, std::int64_t token);

/// The number of the key that row.batch holds as this token at a call; nothing if it holds no such token.
std::optional<std::int64_t> number_of(const Question&, const FedKeys&, const Row&, std::int64_t token);

/// The returned slot that holds this token at a step.
std::optional<std::int64_t> slot_of(const StepPlan&, std::int64_t token);

} // namespace attest::harness
