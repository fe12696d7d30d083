// Kernels that miss keys which a row should read.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

bool is_first_in_last_query(const LoopRow& row, std::size_t slot) {
  return slot == 0 && row.at.query + 1 == row.call.q.shape[2];
}

bool is_own_in_last_head(const LoopRow& row, std::size_t slot) {
  return slot + 1 == slot_behind(row) && row.at.head + 1 == row.call.q.shape[1];
}

bool is_faint(const LoopRow& row, std::size_t slot) {
  return row.scores[slot] < *std::max_element(row.scores.begin(), row.scores.end()) - 4;
}

Kernel losing(const std::string& name, SlotTest hides) {
  return loop_kernel(name, {.score = hiding(std::move(hides))});
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      {.backend = on_exact_causal(losing("first-key-lost-by-last-query", is_first_in_last_query)),
       .expects = {"drop.visible"},
       .says = "the last query of a call misses the first key"},
      {.backend = on_exact_causal(losing("own-key-lost-in-last-head", is_own_in_last_head)),
       .expects = {"drop.visible"},
       .says = "the last query head misses the last key that each query sees"},
      // Probes with equal scores see nothing of it, and where several keys are lost no one key explains it.
      {.backend = on_exact_causal(losing("faint-keys-skipped", is_faint)),
       .expects = {"drop.visible", "precision"},
       .says = "keys that score 4 below the best one are skipped"},
  };
}};

} // namespace

} // namespace attest::backends
