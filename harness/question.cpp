#include "harness/question.hpp"

#include "cases/pads.hpp"
#include "harness/problem.hpp"
#include "reference/slots.hpp"

#include <algorithm>
#include <variant>

namespace attest::harness {

namespace {

RowKind kind_of_query(const Question& question, std::int64_t step, std::int64_t batch, std::int64_t query) {
  const StepPlan& plan = question.plan[step];
  const reference::Cells& cells = question.right[step];
  if (question.value.rows == Rows::real &&
      is_padded_query(question.value, plan.sequence[batch], plan.q0 + query))
    return RowKind::unjudged;
  for (std::int64_t slot = 0; slot < cells.slots; ++slot)
    if (cells.at(batch, query, slot)) return RowKind::seeing;
  return RowKind::empty;
}

std::vector<RowKind> kinds_of_step(const Question& question, std::int64_t step) {
  std::vector<RowKind> kinds;
  for (std::int64_t batch = 0; batch < question.value.batch; ++batch)
    for (std::int64_t query = 0; query < question.plan[step].fresh; ++query)
      kinds.push_back(kind_of_query(question, step, batch, query));
  return kinds;
}

/// Slots freed by crop and reset count as unwritten, whatever still lies in them.
bool frees_slots(const Case& value) {
  return std::any_of(value.steps.begin(), value.steps.end(), [](const Entry& entry) {
    return std::holds_alternative<Crop>(entry) || std::holds_alternative<Reset>(entry);
  });
}

} // namespace

Question question_of(const Case& value, const Declaration& declaration) {
  Question question{.value = value, .declaration = declaration};
  // A sink takes all the weight of a row that sees nothing, whatever the backend declares.
  question.empty_row = value.sink.empty() ? empty_row_of(declaration, value) : EmptyRow::zero;
  question.calls = calls_of(value);
  question.plan = reference::plan_of(value);
  for (const StepPlan& plan : question.plan) {
    question.tokens.push_back(tokens_of(plan));
    question.right.push_back(reference::cells_of(value, plan));
  }
  for (std::size_t step = 0; step < question.plan.size(); ++step)
    question.kinds.push_back(kinds_of_step(question, static_cast<std::int64_t>(step)));
  // Nobody knows what the mean is of slots that may hold anything.
  if (question.empty_row == EmptyRow::mean && frees_slots(value) && has_unwritten(question))
    question.empty_row = EmptyRow::unspecified;
  question.own = reference::problem_of(value);
  question.masks = masks_of(value, question.plan, question.right);
  question.seen = seen_sets(question);
  return question;
}

RowKind kind_of(const Question& question, const Row& row) {
  return question.kinds[row.step][row.batch * question.plan[row.step].fresh + row.query];
}

std::size_t index_of(const Question& question, const Row& row) {
  const std::int64_t queries = question.plan[row.step].fresh;
  return static_cast<std::size_t>((row.batch * question.value.query_heads + row.head) * queries + row.query);
}

std::int64_t unwritten_of(const Question& question, std::int64_t step) {
  const std::vector<std::int64_t>& tokens = question.tokens[step];
  return std::count(tokens.begin(), tokens.end(), -1);
}

bool has_unwritten(const Question& question) {
  return std::any_of(question.plan.begin(), question.plan.end(),
                     [&](const StepPlan& plan) { return unwritten_of(question, plan.step) > 0; });
}

} // namespace attest::harness
