// Kernels that let hidden keys through: here and there, hardly at all, or only while scores are large.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"

#include <algorithm>
#include <cmath>

namespace attest::backends {

namespace {

bool is_next(const LoopRow& row, std::size_t slot) { return slot == slot_behind(row); }
bool has_query(const LoopRow& row) {
  return std::any_of(row.q.begin(), row.q.end(), [](double channel) { return channel != 0; });
}

/// As a mask of 0 and 1 does that is multiplied and not added.
void multiply_mask(LoopRow& row) {
  finish(row);
  for (double& score : row.scores)
    if (score == hidden<double>) score = 0;
}

/// The next key is read with a thousandth of its weight.
void whisper(LoopRow& row) {
  const std::vector<double> open = open_scores(row);
  finish(row);
  const std::size_t next = slot_behind(row);
  if (next < open.size()) row.scores[next] = row.in(open[next] + std::log(1e-3));
}

/// What is behind the last key comes through in its values, at a millionth.
void add_crumbs(LoopRow& row) {
  soften(row);
  gather(row);
  const std::size_t next = slot_behind(row);
  if (next == row.scores.size()) return;
  for (std::size_t c = 0; c < row.out.size(); ++c)
    row.out[c] = row.in(row.out[c] + 1e-6 * row.v[next * row.out.size() + c]);
}

Mutant leaking(const std::string& name, SlotTest shows, const std::string& says) {
  return {.backend = on_exact_causal(loop_kernel(name, {.score = showing(std::move(shows))})),
          .expects = {"leak.future"},
          .says = says};
}

Mutant leaking(const Kernel& kernel, const std::string& says) {
  return {.backend = on_exact_causal(kernel), .expects = {"leak.future"}, .says = says};
}

std::vector<Mutant> here_and_there() {
  return {
      leaking(
          "next-key-of-last-query-but-one",
          [](const LoopRow& row, std::size_t slot) {
            return is_next(row, slot) && row.at.query + 2 == row.call.q.shape[2];
          },
          "the last query but one also reads the key behind its own"),
      leaking(
          "next-key-in-head-1",
          [](const LoopRow& row, std::size_t slot) { return is_next(row, slot) && row.at.head == 1; },
          "query head 1 also reads the key behind the query's own"),
      leaking(
          "next-key-in-bf16",
          [](const LoopRow& row, std::size_t slot) { return is_next(row, slot) && row.io == Dtype::bf16; },
          "in bf16 a query also reads the key behind its own"),
      leaking(
          "next-key-of-loud-queries",
          [](const LoopRow& row, std::size_t slot) { return is_next(row, slot) && has_query(row); },
          "a query that is not zero also reads the key behind its own"),
      leaking(
          "last-key-in-batch-row-1",
          [](const LoopRow& row, std::size_t slot) {
            return row.at.batch == 1 && slot + 1 == row.scores.size();
          },
          "every query of batch row 1 also reads the last key")};
}

std::vector<Mutant> hardly() {
  return {leaking(loop_kernel("next-key-whispers", {.score = whisper}),
                  "a query reads the key behind its own with a thousandth of its weight"),
          leaking(loop_kernel("next-value-in-crumbs", {.attend = add_crumbs}),
                  "a millionth of the value behind the query's own key is added"),
          leaking(loop_kernel("mask-multiplied", {.score = multiply_mask}),
                  "the mask is multiplied with the scores, so that hidden keys score 0"),
          // As -10000 is for large scores: it holds while no hidden score is as much above a seen one.
          leaking(plain_with_call("mask-of-minus-110", adding_mask(-110)),
                  "hidden scores are lowered by 110 and not to minus infinity")};
}

const Seeded<Mutant> few{here_and_there};
const Seeded<Mutant> weak{hardly};

} // namespace

} // namespace attest::backends
