// Rule 8 of CONTRACT section 12: the cells are right, so the values are another head's, or the numbers are.
#include "harness/numbers.hpp"
#include "harness/classes/class.hpp"
#include "harness/probes/probe.hpp"

#include <algorithm>
#include <cmath>

namespace attest::harness {

namespace {

/// True if the row has the number of another whole kv head, within the bound.
bool is_whole_head(const Question& question, const WrongNumber& wrong) {
  const double head = std::round(wrong.value.actual) - 1;
  const bool exists = head >= 0 && head < static_cast<double>(question.value.kv_heads) &&
                      head != static_cast<double>(*wrong.value.kv_head);
  // The bound is relative to the number itself.
  const double bound = wrong.value.bound * std::max(1.0, (head + 1) / wrong.value.expected);
  return exists && std::abs(wrong.value.actual - (head + 1)) <= bound;
}

std::vector<Class> heads(const Facts& facts) {
  const std::vector<WrongNumber>& wrong = facts.observed.heads;
  const bool whole = std::all_of(wrong.begin(), wrong.end(),
                                 [&](const WrongNumber& row) { return is_whole_head(facts.question, row); });
  return {{.name = whole ? "head_map" : "leak.head", .says = "", .basis = Basis::heads}};
}

struct Change {
  std::string name = "";
  std::string says = "";
  std::vector<Case> cases = {}; ///< the case as the mistake would have it
};

Change scales(const Case& value) {
  Change change{.name = "scale", .says = "the numbers are those of another scale"};
  const double right = scale_of(value);
  for (const double scale : {1.0, 1 / std::sqrt(static_cast<double>(value.dim)), right * right}) {
    if (scale == right) continue;
    Case changed = value;
    changed.scale = scale;
    change.cases.push_back(changed);
  }
  return change;
}

Change without_softcap(const Case& value) {
  Change change{.name = "softcap", .says = "the numbers are those without the softcap"};
  if (!value.softcap) return change;
  change.cases.push_back(value);
  change.cases.back().softcap.reset();
  return change;
}

Change without_sink(const Case& value) {
  Change change{.name = "sink", .says = "the numbers are those without the sink"};
  if (value.sink.empty()) return change;
  change.cases.push_back(value);
  change.cases.back().sink.clear();
  return change;
}

Change other_bias(const Case& value) {
  Change change{.name = "bias", .says = "the numbers are those without the bias, or with its sign turned"};
  if (value.alibi.empty()) return change;
  change.cases = {value, value};
  change.cases[0].alibi.clear();
  for (double& slope : change.cases[1].alibi) slope = -slope;
  return change;
}

std::vector<Class> numbers(const Facts& facts) {
  const Question& question = facts.question;
  std::vector<Class> classes;
  for (const Change& change : {scales(question.value), without_softcap(question.value),
                               without_sink(question.value), other_bias(question.value)}) {
    const bool explained = std::any_of(change.cases.begin(), change.cases.end(), [&](const Case& changed) {
      return explains(question, facts.observed, changed, question.right);
    });
    if (explained) classes.push_back({.name = change.name, .says = change.says, .basis = Basis::numbers});
  }
  if (classes.empty()) classes.push_back({.name = "precision", .says = "", .basis = Basis::numbers});
  return classes;
}

/// v = 1 everywhere, and the row is not what its weights sum to: without a sink no mistake among heads can do
/// that.
bool sums_are_wrong(const Facts& facts) {
  return !facts.observed.zeros.empty() || (!facts.observed.sum.empty() && facts.question.value.sink.empty());
}

/// The right cells, and every unwritten slot in each row.
std::vector<reference::Cells> with_unwritten(const Question& question) {
  std::vector<reference::Cells> all = question.right;
  for (reference::Cells& cells : all) {
    const std::vector<std::int64_t>& tokens = question.tokens[static_cast<std::size_t>(&cells - all.data())];
    for (std::int64_t batch = 0; batch < cells.batch; ++batch)
      for (std::int64_t query = 0; query < cells.queries; ++query)
        for (std::int64_t slot = 0; slot < cells.slots; ++slot)
          if (tokens[slot] < 0) cells.at(batch, query, slot) = 1;
  }
  return all;
}

/// True if what each wrong row of the probe sum lacks is the weight of one or more of its unwritten slots.
/// All of them score the same and hold 0, so that m of them make a sum of a where 1/a = 1/right + m * share.
bool lacks_unwritten(const Facts& facts) {
  const Question& question = facts.question;
  const std::vector<reference::Expected> all = sums_over(question, with_unwritten(question));
  return std::all_of(facts.observed.sum.begin(), facts.observed.sum.end(), [&](const WrongNumber& wrong) {
    const Row& row = wrong.row;
    const double right = 1 / wrong.value.expected;
    const double share = 1 / all[row.step].out.at(row.batch, row.head, row.query, 0) - right;
    const double read = (1 / wrong.value.actual - right) / share;
    // In fractions of all of them. Roundings blur the number, but not to the half of one slot.
    return read > 0.5 / static_cast<double>(unwritten_of(question, row.step)) && read < 1.5;
  });
}

/// True if a row of the probe zeros lost most of its weight, as it does to any unwritten slot that it reads.
bool lost_to_unwritten(const Facts& facts) {
  const std::vector<WrongNumber>& rows = facts.observed.zeros;
  return std::any_of(rows.begin(), rows.end(),
                     [](const WrongNumber& wrong) { return wrong.value.actual < wrong.value.expected / 2; });
}

/// Where only the sums are wrong, unwritten slots are to blame if there are any; where the case's own numbers
/// are wrong as well, only if that is what the sums lack.
Class wrong_sum(const Facts& facts, Basis basis) {
  const bool only = facts.observed.numbers.empty();
  const bool lacks = basis == Basis::zeros ? lost_to_unwritten(facts) : lacks_unwritten(facts);
  const bool unwritten = has_unwritten(facts.question) && (only || lacks);
  return {.name = unwritten ? "leak.unfilled" : "precision", .says = "", .basis = basis};
}

/// Too little for another head's value: such a row is no mixture, its numbers are bad.
bool is_slight(const WrongNumber& wrong) {
  return std::abs(wrong.value.actual - wrong.value.expected) <= 4 * wrong.value.bound;
}

} // namespace

std::vector<Class> classes_of_numbers(const Facts& facts) {
  const Observed& observed = facts.observed;
  const bool unwritten = has_unwritten(facts.question);
  const bool mixed = !std::all_of(observed.heads.begin(), observed.heads.end(), is_slight);
  // An unwritten slot that is read disturbs the numbers of the heads too.
  if (mixed && !sums_are_wrong(facts)) return heads(facts);
  if (!observed.zeros.empty() && (observed.numbers.empty() || unwritten))
    return {wrong_sum(facts, Basis::zeros)};
  if (observed.numbers.empty()) {
    if (!observed.sum.empty()) return {wrong_sum(facts, Basis::sum)};
    if (observed.heads.empty()) return {};
    return {{.name = "precision", .says = "", .basis = Basis::heads}};
  }
  std::vector<Class> classes = numbers(facts);
  if (classes.front().name == "precision" && unwritten && !observed.sum.empty())
    return {wrong_sum(facts, Basis::sum)};
  return classes;
}

} // namespace attest::harness
