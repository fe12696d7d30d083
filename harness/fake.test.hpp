// A testee in the tests' own process: it answers as the reference does, with whatever mistake a test puts in.
#pragma once

#include "cases/testing.hpp"

#include "harness/judge.hpp"
#include "reference/attention.hpp"
#include "reference/rules.hpp"
#include "reference/slots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::testing {

using harness::Answer;
using harness::Judgement;
using harness::Observation;
using harness::Request;
using reference::Array4;
using reference::Cells;
using reference::Returned;

/// All that a mistake of one step may depend on.
struct Scene {
  const Case& value;
  const StepPlan& plan;
  const reference::Fed& fed;
  const Returned& returned;
  const Cells& right;
};

/// Where a mistake may be put. All have the request's case and plan at hand.
struct Fake {
  std::function<void(const Case&, const StepPlan&, Cells&)> cells = {}; ///< what is read
  std::function<void(const Case&, const StepPlan&, const reference::Problem&, Returned&)> returned =
      {};                                                              ///< what the cache holds
  std::function<void(Case&)> value = {};                               ///< scale, sink and the like
  std::function<void(const Case&, const StepPlan&, Array4&)> out = {}; ///< the numbers
  std::function<void(const Scene&, Cells&)> reads = {};                ///< what is read, by q, k and v
  std::function<void(const Scene&, Array4&)> numbers = {};             ///< the numbers, by q, k and v
  EmptyRow empty_row = EmptyRow::zero;
  Profile profile = named_profile("math");
};

inline Array4 array_from(const std::vector<NamedTensor>& tensors, const std::string& name) {
  for (const NamedTensor& named : tensors)
    if (named.name == name) {
      Array4 array{.values = to_doubles(named.tensor)};
      std::copy(named.tensor.shape.begin(), named.tensor.shape.end(), array.shape.begin());
      return array;
    }
  return {};
}

inline reference::Problem problem_from(const Request& request) {
  reference::Problem problem;
  for (const StepPlan& plan : request.plan) {
    const std::string step = "." + std::to_string(plan.step);
    problem.push_back({.q = array_from(request.tensors, "q" + step),
                       .k = array_from(request.tensors, "k" + step),
                       .v = array_from(request.tensors, "v" + step)});
  }
  return problem;
}

/// True if element i of an answer (batch, heads, queries, channels) is of a row that reads nothing.
inline bool reads_nothing(const Cells& cells, const Array4& out, std::size_t i) {
  const std::int64_t row = static_cast<std::int64_t>(i) / out.shape[3];
  const std::int64_t plane = row / cells.queries / out.shape[1] * cells.queries + row % cells.queries;
  const auto seen = cells.seen.begin() + plane * cells.slots;
  return std::count(seen, seen + cells.slots, 1) == 0;
}

/// Rows that read nothing, as the policy says.
inline void fill_empty_rows(EmptyRow policy, const Cells& cells, const Array4& mean, Array4& out) {
  for (std::size_t i = 0; i < out.values.size(); ++i)
    if (policy != EmptyRow::nan && reads_nothing(cells, out, i))
      out.values[i] = policy == EmptyRow::mean ? mean.values[i] : 0;
}

inline Answer answer_of(const Fake& fake, const Request& request) {
  Case value = request.value;
  if (fake.value) fake.value(value);
  const reference::Problem problem = problem_from(request);
  Answer answer;
  for (const StepPlan& plan : request.plan) {
    Returned returned = reference::returned_at(value, request.plan, problem, plan.step);
    if (fake.returned) fake.returned(value, plan, problem, returned);
    Cells cells = reference::cells_of(value, plan);
    const Cells right = cells;
    const Scene scene{value, plan, problem[plan.step], returned, right};
    if (fake.cells) fake.cells(value, plan, cells);
    if (fake.reads) fake.reads(scene, cells);
    Array4 out = reference::attend(value, plan, problem[plan.step], returned, cells, fake.profile).out;
    const Array4 mean = reference::uniform(value, plan, returned, fake.profile).out;
    if (value.sink.empty()) fill_empty_rows(fake.empty_row, cells, mean, out);
    if (fake.out) fake.out(value, plan, out);
    if (fake.numbers) fake.numbers(scene, out);
    answer.tensors.push_back(
        {.name = "out." + std::to_string(plan.step),
         .tensor = from_doubles(element_of(value.dtype), {out.shape.begin(), out.shape.end()}, out.values)});
  }
  return answer;
}

inline harness::Ask asking(const Fake& fake) {
  return [fake](const std::vector<Request>& requests) {
    std::vector<Observation> observations;
    for (const Request& request : requests)
      observations.push_back({.result = answer_of(fake, request), .stderr_text = ""});
    return observations;
  };
}

/// A backend that takes everything.
inline Declaration able(EmptyRow policy = EmptyRow::zero, const std::string& profile = "math") {
  Declaration declaration;
  declaration.name = "fake";
  declaration.features = known_features();
  declaration.empty_row = {{"*", policy}};
  declaration.profile = named_profile(profile);
  return declaration;
}

inline Judgement judge_line(const std::string& line, const Fake& fake,
                            const Declaration& declaration = able()) {
  return harness::judge_with(reference::read_line(line), declaration, asking(fake));
}

/// Calls visit(batch, query, slot, seen&) for every cell of step `step`, or of all steps.
template <class Visit> void change_cells(Cells& cells, Visit&& visit) {
  for (std::int64_t batch = 0; batch < cells.batch; ++batch)
    for (std::int64_t query = 0; query < cells.queries; ++query)
      for (std::int64_t slot = 0; slot < cells.slots; ++slot)
        visit(batch, query, slot, cells.at(batch, query, slot));
}

/// Reads as the case with this mask, flag or pads would.
inline Fake as_case(std::function<void(Case&)> change) {
  return {.cells = [change](const Case& value, const StepPlan& plan, Cells& cells) {
    Case changed = value;
    change(changed);
    cells = reference::cells_of(changed, plan);
  }};
}

inline Fake with_mask(const std::string& mask) {
  return as_case([mask](Case& value) { value.mask = parse_mask(mask); });
}

/// Reads these pictures, one per step (rows joined by '|'), in all batch rows.
inline Fake reading(std::vector<std::string> pictures) {
  return {.cells = [pictures](const Case&, const StepPlan& plan, Cells& cells) {
    const std::string& picture = pictures.at(plan.step);
    change_cells(cells, [&](std::int64_t, std::int64_t query, std::int64_t slot, std::uint8_t& seen) {
      seen = picture.at(query * (cells.slots + 1) + slot) == '#';
    });
  }};
}

} // namespace attest::testing
