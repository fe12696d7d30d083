// The plan of a step, as a testee gets it: which slot of the returned keys holds which token. Computed by the
// reference, sent by request, so that no testee needs the reference.
#pragma once

#include "cases/case.hpp"

#include <nlohmann/json_fwd.hpp>

namespace attest {

/// `count` slots that hold tokens first, first+1, ...; first -1: unwritten slots.
struct SlotRun {
  std::int64_t first = 0;
  std::int64_t count = 0;
  bool operator==(const SlotRun&) const = default;
};

struct StepPlan {
  std::int64_t step = 0;
  std::int64_t before = 0; ///< tokens before the call
  std::int64_t q0 = 0;     ///< absolute index of the first query
  std::int64_t fresh = 0;  ///< new tokens ("new" in JSON)
  std::vector<SlotRun> slots = {};
  std::vector<std::int64_t> sequence = {};
  bool operator==(const StepPlan&) const = default;
};

/// Number of returned slots.
std::int64_t width_of(const StepPlan&);

/// Token per slot, -1 for unwritten.
std::vector<std::int64_t> tokens_of(const StepPlan&);

/// Runs of a list of tokens per slot.
std::vector<SlotRun> runs_of(const std::vector<std::int64_t>& tokens);

nlohmann::ordered_json plan_to_json(const std::vector<StepPlan>&);

/// Throws InputError with a JSON pointer; fields that are not known are ignored, as the contract asks of a
/// testee.
std::vector<StepPlan> plan_from_json(const nlohmann::ordered_json&, const std::string& pointer = "");

} // namespace attest
