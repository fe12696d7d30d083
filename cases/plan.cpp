// Plans in and out of JSON, and the slots that their runs stand for.
#include "cases/plan.hpp"

#include "cases/error.hpp"
#include "cases/json.hpp"

#include <fmt/format.h>

namespace attest {
namespace {

constexpr std::int64_t most_steps = 4096;
constexpr std::int64_t most_tokens = std::int64_t{1} << 20;
/// A call returns all tokens of a sequence and at most one buffer's worth of unwritten slots.
constexpr std::int64_t most_slots = 2 * most_tokens;

std::string below(const std::string& pointer, std::size_t i) { return fmt::format("{}/{}", pointer, i); }

SlotRun slot_run_from_json(const Json& json, const std::string& pointer) {
  if (array_in(json, pointer).size() != 2)
    throw InputError(ErrorKind::file, fmt::format("{}: a run of slots is [first token, count]", pointer));
  const std::int64_t first = integer_in(json[0], below(pointer, 0), -1, most_tokens - 1);
  const std::int64_t room = first < 0 ? most_slots : most_tokens - first;
  return {.first = first, .count = integer_in(json[1], below(pointer, 1), 1, room)};
}

std::vector<SlotRun> slots_from_json(const Json& json, const std::string& pointer) {
  std::vector<SlotRun> runs;
  std::int64_t width = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    runs.push_back(slot_run_from_json(json[i], below(pointer, i)));
    width += runs.back().count;
    if (width > most_slots)
      throw InputError(ErrorKind::file,
                       fmt::format("{}: a call returns at most {} slots", pointer, most_slots));
  }
  return runs;
}

std::vector<std::int64_t> sequence_from_json(const Json& json, const std::string& pointer) {
  std::vector<std::int64_t> sequence;
  for (std::size_t i = 0; i < json.size(); ++i)
    sequence.push_back(integer_in(json[i], below(pointer, i), 0, most_tokens - 1));
  return sequence;
}

StepPlan step_plan_from_json(const Json& json, const std::string& pointer) {
  ObjectReader reader(json, pointer); // no done(): a testee ignores fields it does not know
  StepPlan plan;
  plan.step = reader.integer("step", 0, most_steps - 1);
  plan.before = reader.integer("before", 0, most_tokens);
  plan.q0 = reader.integer("q0", -most_tokens, most_tokens);
  plan.fresh = reader.integer("new", 1, most_tokens);
  plan.slots = slots_from_json(reader.array("slots"), reader.pointer("slots"));
  plan.sequence = sequence_from_json(reader.array("sequence"), reader.pointer("sequence"));
  return plan;
}

Json step_plan_to_json(const StepPlan& plan) {
  Json slots = Json::array();
  for (const SlotRun& run : plan.slots) slots.push_back(Json::array({run.first, run.count}));
  Json json;
  json["step"] = plan.step;
  json["before"] = plan.before;
  json["q0"] = plan.q0;
  json["new"] = plan.fresh;
  json["slots"] = std::move(slots);
  json["sequence"] = plan.sequence;
  return json;
}

} // namespace

std::int64_t width_of(const StepPlan& plan) {
  std::int64_t width = 0;
  for (const SlotRun& run : plan.slots) width += run.count;
  return width;
}

std::vector<std::int64_t> tokens_of(const StepPlan& plan) {
  std::vector<std::int64_t> tokens;
  tokens.reserve(static_cast<std::size_t>(width_of(plan)));
  for (const SlotRun& run : plan.slots)
    for (std::int64_t i = 0; i < run.count; ++i) tokens.push_back(run.first < 0 ? -1 : run.first + i);
  return tokens;
}

std::vector<SlotRun> runs_of(const std::vector<std::int64_t>& tokens) {
  std::vector<SlotRun> runs;
  for (const std::int64_t token : tokens) {
    const bool goes_on = !runs.empty() && (token < 0 ? runs.back().first < 0
                                                     : runs.back().first >= 0 &&
                                                           token == runs.back().first + runs.back().count);
    if (goes_on)
      ++runs.back().count;
    else
      runs.push_back({.first = token < 0 ? -1 : token, .count = 1});
  }
  return runs;
}

Json plan_to_json(const std::vector<StepPlan>& plans) {
  Json json = Json::array();
  for (const StepPlan& plan : plans) json.push_back(step_plan_to_json(plan));
  return json;
}

std::vector<StepPlan> plan_from_json(const Json& json, const std::string& pointer) {
  array_in(json, pointer);
  std::vector<StepPlan> plans;
  for (std::size_t i = 0; i < json.size(); ++i)
    plans.push_back(step_plan_from_json(json[i], below(pointer, i)));
  return plans;
}

} // namespace attest
