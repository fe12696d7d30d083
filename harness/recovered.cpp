// The reads of rows as pictures need them: one flag per cell.
#include "harness/evidence.hpp"

namespace attest::harness {

namespace {

/// Marks the unwritten slots of a row if all of them were read. Returns false if some were, nobody knows
/// which.
bool mark_unwritten(const Question& question, const StepReads& reads, const Row& row, Recovered& recovered) {
  const std::size_t index = index_of(question, row);
  const Extra extra = extra_of(question, reads, index);
  if (extra.low <= 0) return true;
  const auto unwritten = static_cast<double>(unwritten_of(question, row.step));
  if (unwritten == 0 || unwritten < extra.low || unwritten > extra.high) return false;
  for (std::int64_t slot = 0; slot < reads.slots; ++slot)
    if (question.tokens[row.step][slot] < 0) recovered.read[index * reads.slots + slot] = 1;
  return true;
}

Recovered recovered_at(const Question& question, const StepReads& reads, const StepPlan& plan) {
  Recovered recovered{.batch = question.value.batch,
                      .heads = question.value.query_heads,
                      .queries = plan.fresh,
                      .slots = reads.slots};
  recovered.read.reserve(reads.weight.size());
  for (const float weight : reads.weight) recovered.read.push_back(weight != 0 ? 1 : 0);
  recovered.known = reads.finite;
  for (std::int64_t batch = 0; batch < recovered.batch; ++batch)
    for (std::int64_t head = 0; head < recovered.heads; ++head)
      for (std::int64_t query = 0; query < recovered.queries; ++query) {
        const Row row{.step = plan.step, .batch = batch, .head = head, .query = query};
        const std::size_t index = index_of(question, row);
        if (recovered.known[index] && !mark_unwritten(question, reads, row, recovered))
          recovered.known[index] = 0;
      }
  return recovered;
}

} // namespace

std::vector<Recovered> recovered_of(const Question& question, const Reads* reads) {
  std::vector<Recovered> all;
  if (!reads) return all;
  for (const StepPlan& plan : question.plan) all.push_back(recovered_at(question, (*reads)[plan.step], plan));
  return all;
}

} // namespace attest::harness
