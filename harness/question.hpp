// What follows from a case and a declaration alone, before anybody is asked: plan, right cells, judged rows,
// tensors to send.
#pragma once

#include "cases/declaration.hpp"
#include "cases/timeline.hpp"
#include "harness/rows.hpp"
#include "harness/seen_sets.hpp"
#include "harness/testee.hpp"
#include "reference/attention.hpp"

#include <vector>

namespace attest::harness {

struct Question {
  Case value = {};
  Declaration declaration = {};
  EmptyRow empty_row = EmptyRow::unspecified; ///< what a row that sees nothing must hold; zero when there is
                                              ///< a sink, unspecified for a mean over freed slots
  std::vector<Call> calls = {};
  std::vector<StepPlan> plan = {};
  std::vector<std::vector<std::int64_t>> tokens = {}; ///< per step, per slot; -1 unwritten
  std::vector<reference::Cells> right = {};           ///< per step
  std::vector<std::vector<RowKind>> kinds = {};       ///< per step, (batch, queries)
  reference::Problem own = {};                        ///< the case's own tensors
  std::vector<NamedTensor> masks = {};                ///< mask.S of every step; none with form=none
  SeenSets seen = {};
};

/// The case must have passed validate and reference::check.
Question question_of(const Case&, const Declaration&);

RowKind kind_of(const Question&, const Row&);

/// Place of a row in an array (batch, query heads, queries) of its step.
std::size_t index_of(const Question&, const Row&);

/// Calls visit(Row) for every judged row of a step, in order of batch, head, query.
template <class Visit> void visit_rows(const Question& question, std::int64_t step, Visit&& visit) {
  const std::int64_t queries = question.plan[step].fresh;
  for (std::int64_t batch = 0; batch < question.value.batch; ++batch)
    for (std::int64_t head = 0; head < question.value.query_heads; ++head)
      for (std::int64_t query = 0; query < queries; ++query) {
        const Row row{.step = step, .batch = batch, .head = head, .query = query};
        if (kind_of(question, row) != RowKind::unjudged) visit(row);
      }
}

template <class Visit> void visit_rows(const Question& question, Visit&& visit) {
  for (std::size_t step = 0; step < question.plan.size(); ++step)
    visit_rows(question, static_cast<std::int64_t>(step), visit);
}

/// Number of slots of a step that nobody has written.
std::int64_t unwritten_of(const Question&, std::int64_t step);

/// True if any step returns such a slot.
bool has_unwritten(const Question&);

} // namespace attest::harness
