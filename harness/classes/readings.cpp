// Rules 2, 3 and 6 of CONTRACT section 12: the whole answer is that of another flag, alignment or mask.
#include "harness/classes/hypothesis.hpp"

namespace attest::harness {

namespace {

std::vector<Class> fitting(const Facts& facts, const std::vector<Hypothesis>& hypotheses) {
  std::vector<Class> classes;
  const Basis basis = facts.reads ? Basis::cells : Basis::numbers;
  for (const Hypothesis& hypothesis : hypotheses)
    if (fits(facts, hypothesis))
      classes.push_back({.name = hypothesis.name, .says = hypothesis.says, .basis = basis});
  return classes;
}

/// True if all rows of this batch row and head read as batch row `as` should.
bool reads_as(const Facts& facts, const Row& first, std::int64_t as) {
  for (const StepPlan& plan : facts.question.plan)
    for (std::int64_t query = 0; query < plan.fresh; ++query) {
      const Row row{.step = plan.step, .batch = first.batch, .head = first.head, .query = query};
      if (kind_of(facts.question, row) == RowKind::unjudged) continue;
      if (!row_fits(facts, row, facts.question.right[plan.step], as)) return false;
    }
  return true;
}

/// mask.broadcast: every batch row and head has the mask of some batch row, not always its own.
bool is_broadcast(const Facts& facts) {
  const Case& value = facts.question.value;
  if (!facts.reads || facts.cells.rows == 0) return false;
  for (std::int64_t batch = 0; batch < value.batch; ++batch)
    for (std::int64_t head = 0; head < value.query_heads; ++head) {
      bool found = false;
      for (std::int64_t as = 0; as < value.batch && !found; ++as)
        found = reads_as(facts, {.batch = batch, .head = head}, as);
      if (!found) return false;
    }
  return true;
}

} // namespace

std::vector<Class> classes_of_alignment(const Facts& facts) {
  return fitting(facts, hypotheses_of_alignment());
}

std::vector<Class> classes_of_readings(const Facts& facts) {
  std::vector<Class> classes = fitting(facts, hypotheses_of_reading());
  if (is_broadcast(facts))
    classes.push_back(
        {.name = "mask.broadcast", .says = "the whole answer is that of another batch row's mask"});
  return classes;
}

} // namespace attest::harness
