#include "harness/locate.hpp"

#include "harness/numbers.hpp"
#include "harness/probes/hidden.hpp"
#include "harness/probes/one_hot.hpp"
#include "harness/problem.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace attest::harness {

namespace {

/// As large as a hidden value, so that a weight which shows there shows here.
constexpr double hot = hidden_value;

/// A weight that a right answer would have and that is this far above underflow is missed, not lost.
constexpr double least_dropped = 1e-5;

/// One question of the second round.
struct View {
  std::string oracle = "";
  std::int64_t set = -1; ///< only its rows are looked at; -1: all rows
};

Case asked_by(const Question& question, const View& view) {
  if (view.oracle != "bound") return plain_case(question);
  // Alibi, softcap and sink may be what it takes.
  Case asked = question.value;
  asked.unfilled = Unfilled::zeros;
  return asked;
}

reference::Problem problem_of(const Question& question, const View& view, std::int64_t run) {
  reference::Problem problem = view.oracle == "dominate" ? problem_of_dominate(question, view.set).value()
                               : view.oracle == "change" ? problem_of_change(question, view.set).value()
                                                         : question.own;
  set_one_hot(question, {.run = run, .hot = hot}, problem);
  return problem;
}

bool is_seen(const Question& question, const Row& row, std::int64_t slot) {
  return question.right[row.step].at(row.batch, row.query, slot) != 0;
}

float& weight_at(const Question& question, Reads& reads, const Row& row, std::int64_t slot) {
  StepReads& step = reads[row.step];
  return step.weight[index_of(question, row) * static_cast<std::size_t>(step.slots) + slot];
}

/// A key that should be read and weighs 0 is dropped only if the reference's weight is far above underflow,
/// and no leaked key took the weight away; else it counts as read.
bool may_be_lost(const reference::Expected& expected, const Row& row, std::int64_t channel, double leaked) {
  const double right = expected.out.at(row.batch, row.head, row.query, channel) / hot;
  return is_ill_conditioned(expected, row) || leaked > 0.5 || !(right > least_dropped);
}

double leaked_by(const Question& question, const StepReads& reads, const Row& row) {
  double inside = 0;
  const std::size_t index = index_of(question, row);
  for (std::int64_t slot = 0; slot < reads.slots; ++slot)
    if (is_seen(question, row, slot)) inside += reads.weight[index * reads.slots + slot];
  return reads.total[index] - inside;
}

/// Keys of one run, for which the reference is asked only if one of them is missing.
class LostKeys {
public:
  LostKeys(const Question& question, const View& view, std::int64_t run)
      : question_(question), view_(view), run_(run), keys_(fed_keys(question)) {}

  void restore(const Row& row, Reads& reads) {
    const std::int64_t first = run_ * question_.value.value_dim;
    const std::int64_t end = std::min(first + question_.value.value_dim, keys_.count);
    for (std::int64_t key = first; key < end; ++key) {
      const std::optional<std::int64_t> slot = own_slot(question_, row, key_at(keys_, key));
      if (!slot || !is_seen(question_, row, *slot)) continue;
      float& weight = weight_at(question_, reads, row, *slot);
      if (weight != 0) continue;
      const double leaked = leaked_by(question_, reads[row.step], row);
      if (may_be_lost(expected(row.step), row, key - first, leaked))
        weight = std::numeric_limits<float>::min();
    }
  }

private:
  const reference::Expected& expected(std::int64_t step) {
    if (expected_.empty())
      expected_ = expected_of(question_, asked_by(question_, view_), problem_of(question_, view_, run_));
    return expected_[step];
  }

  const Question& question_;
  const View& view_;
  std::int64_t run_;
  FedKeys keys_;
  std::vector<reference::Expected> expected_ = {};
};

bool is_looked_at(const Question& question, const View& view, const Row& row) {
  const std::int64_t set = set_of(question, row);
  return set >= 0 && (view.set < 0 || set == view.set);
}

/// Reads that are right in every row, until some are looked at.
Reads unlooked(const Question& question) {
  Reads all = unread(question);
  for (StepReads& reads : all) {
    reads.uniform = false;
    reads.looked.assign(reads.finite.size(), 0);
  }
  visit_rows(question, [&](const Row& row) {
    for (std::int64_t slot = 0; slot < all[row.step].slots; ++slot)
      if (is_seen(question, row, slot)) weight_at(question, all, row, slot) = 1;
  });
  return all;
}

void begin(const Question& question, const View& view, Reads& reads) {
  visit_rows(question, [&](const Row& row) {
    if (!is_looked_at(question, view, row)) return;
    reads[row.step].looked[index_of(question, row)] = 1;
    for (std::int64_t slot = 0; slot < reads[row.step].slots; ++slot)
      weight_at(question, reads, row, slot) = 0;
  });
}

void finish(const Question& question, const View& view, Reads& reads) {
  for (std::int64_t run = 0; run < runs_of_one_hot(question); ++run) {
    LostKeys lost(question, view, run);
    visit_rows(question, [&](const Row& row) {
      if (is_looked_at(question, view, row)) lost.restore(row, reads);
    });
  }
  sort_strays(reads);
}

Probe probe_of(const View& view) {
  return {.name = "locate",
          .asked = [view](const Question& question) { return asked_by(question, view); },
          .impossible = [](const Question&) { return std::optional<std::string>{}; },
          .runs = runs_of_one_hot,
          .tensors =
              [view](const Question& question, std::int64_t run) {
                return tensors_of(question.value, problem_of(question, view, run));
              },
          .read =
              [view](const Question& question, std::int64_t run, const Outputs& outputs, Observed& observed) {
                const auto [found, is_new] = observed.located.try_emplace(view.oracle);
                Reads& reads = found->second;
                if (is_new) reads = unlooked(question);
                if (run == 0) begin(question, view, reads);
                const auto wants = [&](const Row& row) { return is_looked_at(question, view, row); };
                read_one_hot(question, {.run = run, .hot = hot}, outputs, wants, reads);
                if (run + 1 == runs_of_one_hot(question)) finish(question, view, reads);
              }};
}

/// A view for each seen-set of these rows: q and k were made for it.
void append_views(const Question& question, const std::string& oracle, const std::vector<WrongNumber>& rows,
                  std::vector<View>& views) {
  std::set<std::int64_t> sets;
  for (const WrongNumber& wrong : rows) sets.insert(set_of(question, wrong.row));
  for (const std::int64_t set : sets) views.push_back({.oracle = oracle, .set = set});
}

/// Under another scale or softcap light keys vanish, and would be taken for dropped ones.
bool is_explained(const std::string& kind) {
  return kind == "scale" || kind == "softcap" || kind == "sink" || kind == "bias";
}

constexpr const char* order[] = {"leaks", "bound", "dominate", "change"};

} // namespace

std::vector<Probe> locating_probes(const Question& question, const Observed& observed,
                                   const std::string& kind) {
  const bool unwritten = !observed.zeros.empty() && has_unwritten(question);
  if (!observed.nonfinite.empty() || unwritten || !observed.reads) return {};
  if (wrong_cells(question, *observed.reads).rows > 0) return {};
  std::vector<View> views;
  if (!observed.leaks.empty()) views.push_back({.oracle = "leaks"});
  if (!observed.numbers.empty() && !is_explained(kind)) views.push_back({.oracle = "bound"});
  append_views(question, "dominate", observed.dominate, views);
  append_views(question, "change", observed.change, views);
  std::vector<Probe> probes;
  for (const View& view : views) probes.push_back(probe_of(view));
  return probes;
}

const Reads* located_of(const Question& question, const Observed& observed) {
  for (const char* oracle : order) {
    const auto found = observed.located.find(oracle);
    if (found != observed.located.end() && wrong_cells(question, found->second).rows > 0)
      return &found->second;
  }
  return nullptr;
}

} // namespace attest::harness
