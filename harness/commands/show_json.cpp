// What `attest show --json` says about a case.
#include "harness/commands/show_json.hpp"

#include "cases/case_json.hpp"
#include "cases/json.hpp"
#include "cases/line.hpp"
#include "cases/pads.hpp"
#include "reference/attention.hpp"
#include "reference/slots.hpp"

#include <algorithm>

namespace attest::commands {
namespace {

/// Masks of a batch row by token: one column per token fed so far (or per key), '.' too where the cache has
/// dropped it.
std::string by_token(const reference::Cells& cells, const std::vector<std::int64_t>& tokens, std::int64_t row,
                     std::int64_t width) {
  std::string text;
  for (std::int64_t query = 0; query < cells.queries; ++query) {
    std::string line(static_cast<std::size_t>(width), '.');
    for (std::int64_t slot = 0; slot < cells.slots; ++slot)
      if (cells.at(row, query, slot))
        line[static_cast<std::size_t>(tokens[static_cast<std::size_t>(slot)])] = '#';
    text += (query > 0 ? "|" : "") + line;
  }
  return text;
}

std::string padded_queries(const Case& value, const StepPlan& plan, std::int64_t row) {
  std::string text;
  for (std::int64_t query = 0; query < plan.fresh; ++query)
    text += is_padded_query(value, plan.sequence[static_cast<std::size_t>(row)], plan.q0 + query) ? 'P' : '.';
  return text;
}

Json slots_to_json(const std::vector<std::int64_t>& tokens) {
  Json slots = Json::array();
  for (const auto token : tokens) slots.push_back(token < 0 ? Json(nullptr) : Json(token));
  return slots;
}

Json nested(const reference::Array4& array) {
  Json batches = Json::array();
  for (std::int64_t a = 0; a < array.shape[0]; ++a) {
    Json heads = Json::array();
    for (std::int64_t b = 0; b < array.shape[1]; ++b) {
      Json tokens = Json::array();
      for (std::int64_t c = 0; c < array.shape[2]; ++c) {
        Json channels = Json::array();
        for (std::int64_t d = 0; d < array.shape[3]; ++d)
          channels.push_back(number_to_json(array.at(a, b, c, d)));
        tokens.push_back(std::move(channels));
      }
      heads.push_back(std::move(tokens));
    }
    batches.push_back(std::move(heads));
  }
  return batches;
}

Json shown_step(const Case& value, const StepPlan& plan, const reference::Cells& cells) {
  const auto tokens = tokens_of(plan);
  const std::int64_t width = value.keys.value_or(plan.before + plan.fresh);
  Json slots = Json::array(), by_tokens = Json::array(), padded = Json::array();
  for (std::int64_t row = 0; row < value.batch; ++row) {
    slots.push_back(reference::picture(cells, row));
    by_tokens.push_back(by_token(cells, tokens, row, width));
    padded.push_back(padded_queries(value, plan, row));
  }
  Json step = Json::object();
  step["queries"] = Json::array({plan.q0, plan.q0 + plan.fresh - 1});
  step["slots"] = slots_to_json(tokens);
  step["by_slot"] = slots;
  step["by_token"] = by_tokens;
  step["padded_queries"] = padded;
  step["sequence"] = plan.sequence;
  return step;
}

/// With cross only the first step feeds keys.
Json fed_to_json(const reference::Array4& array, bool fed) { return fed ? nested(array) : Json(nullptr); }

} // namespace

Json shown_case(const Case& value, const std::optional<Profile>& values) {
  const auto plans = reference::plan_of(value);
  const auto problem = values ? reference::problem_of(value) : reference::Problem();
  Json steps = Json::array();
  for (const auto& plan : plans) {
    const auto cells = reference::cells_of(value, plan);
    Json step = shown_step(value, plan, cells);
    if (values) {
      const auto& fed = problem[static_cast<std::size_t>(plan.step)];
      const bool feeds_keys = value.cache.kind != CacheKind::cross || plan.step == 0;
      const auto returned = reference::returned_at(value, plans, problem, plan.step);
      const auto expected = reference::attend(value, plan, fed, returned, cells, *values);
      step["q"] = nested(fed.q);
      step["k"] = fed_to_json(fed.k, feeds_keys);
      step["v"] = fed_to_json(fed.v, feeds_keys);
      step["expected"] = nested(expected.out);
      step["bound"] = nested(expected.bound);
    }
    steps.push_back(std::move(step));
  }
  return {{"line", print_line(value)}, {"case", case_to_json(value)}, {"steps", std::move(steps)}};
}

} // namespace attest::commands
