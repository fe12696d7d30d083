// The change probe: the case's own problem, answered twice, the second time with other contents in every key
// outside a seen-set: rows of the set must keep every bit, since nothing that they may depend on has changed.
//
// Sees any influence of a hidden key, even one that vanishes where values are 0. Does not see: drops,
// unwritten slots, rows whose set was not among the 8. Only for backends that declare deterministic.
#include "harness/keys.hpp"
#include "harness/numbers.hpp"
#include "harness/probes/hidden.hpp"
#include "harness/problem.hpp"

#include <algorithm>
#include <cmath>

namespace attest::harness {

namespace {

/// The answer to the case itself serves as the first one, if that is what the probe asks.
bool asks_twice(const Question& question) { return plain_case(question) != question.value; }

double largest_in(const reference::Problem& problem, reference::Array4 reference::Fed::*part) {
  double largest = 0;
  for (const reference::Fed& fed : problem)
    for (const double x : (fed.*part).values) largest = std::max(largest, std::abs(x));
  return largest;
}

/// By how much the other k and v are larger than normal data: less where q . k, scaled or not, could overflow
/// the dtype, since infinity plus a mask's -infinity is an honest nan. 0 if even small ones could.
double factor_of(const Question& question) {
  constexpr double largest_normal = 3; // cases/data.hpp
  const double q = largest_in(question.own, &reference::Fed::q);
  const double sum = static_cast<double>(question.value.dim) * q * largest_normal;
  const double score = sum * std::max(1.0, std::abs(scale_of(question.value)));
  for (const double factor : {4.0, 2.0, 1.0, 0.5})
    if (factor * score < -lowest(question.value.dtype) / 2) return factor;
  return 0;
}

/// Normal data of another seed, `factor` times as large.
reference::Problem other_problem(const Question& question, double factor) {
  Case other = question.value;
  other.data = Data::normal;
  other.seed = question.value.seed ^ 0x5EED;
  reference::Problem problem = reference::problem_of(other);
  for (reference::Fed& fed : problem)
    for (reference::Array4* part : {&fed.k, &fed.v})
      for (double& x : part->values) x *= factor; // a power of two: still of the dtype
  return problem;
}

void copy_key(const Spot& spot, const reference::Array4& from, reference::Array4& to) {
  for (std::int64_t head = 0; head < to.shape[1]; ++head)
    for (std::int64_t c = 0; c < to.shape[3]; ++c)
      to.at(spot.row, head, spot.place, c) = from.at(spot.row, head, spot.place, c);
}

std::optional<std::string> reason(const Question& question) {
  if (!question.declaration.deterministic) return "does not declare that equal requests have equal answers";
  if (factor_of(question) == 0) return "with this scale and dtype the scores of other keys could overflow";
  return keeps_no_zeros(question);
}

std::int64_t runs_of_change(const Question& question) {
  const auto sets = static_cast<std::int64_t>(spread_sets(question).size());
  return sets == 0 ? 0 : sets + (asks_twice(question) ? 1 : 0);
}

/// The set of a run, or -1 for the run that changes nothing.
std::int64_t set_of_run(const Question& question, std::int64_t run) {
  const std::int64_t first = asks_twice(question) ? 1 : 0;
  return run < first ? -1 : spread_sets(question)[run - first];
}

std::vector<NamedTensor> tensors_of_change(const Question& question, std::int64_t run) {
  const std::int64_t set = set_of_run(question, run);
  return tensors_of(question.value, set < 0 ? question.own : problem_of_change(question, set).value());
}

/// The first element that is not what it was; a row that held nan before proves nothing. A zero may change
/// its sign.
void compare(const Row& row, std::span<const double> before, std::span<const double> after,
             Observed& observed) {
  for (std::size_t c = 0; c < before.size(); ++c)
    if (!std::isfinite(before[c])) return;
  for (std::size_t c = 0; c < before.size(); ++c) {
    if (before[c] == after[c]) continue;
    const WrongNumber wrong{
        .row = row,
        .value = {
            .channel = static_cast<std::int64_t>(c), .expected = before[c], .actual = after[c], .bound = 0}};
    (std::isfinite(after[c]) ? observed.change : observed.nonfinite).push_back(wrong);
    return;
  }
}

void read_change(const Question& question, std::int64_t run, const Outputs& outputs, Observed& observed) {
  const std::int64_t set = set_of_run(question, run);
  if (set < 0) {
    observed.unchanged = outputs;
    return;
  }
  const Outputs& before = asks_twice(question) ? observed.unchanged : observed.answer;
  visit_rows(question, [&](const Row& row) {
    if (set_of(question, row) == set)
      compare(row, elements_of(question, before[row.step], row),
              elements_of(question, outputs[row.step], row), observed);
  });
}

} // namespace

std::optional<reference::Problem> problem_of_change(const Question& question, std::int64_t set) {
  const double factor = factor_of(question);
  if (factor == 0) return {};
  const std::vector<std::uint8_t> members = members_of(question, set);
  const reference::Problem other = other_problem(question, factor);
  reference::Problem problem = question.own;
  visit_keys(question, 0, fed_keys(question).count, [&](std::int64_t key, const Spot& spot) {
    if (members[key]) return;
    copy_key(spot, other[spot.step].k, problem[spot.step].k);
    copy_key(spot, other[spot.step].v, problem[spot.step].v);
  });
  return problem;
}

Probe change_probe() {
  return {.name = "change",
          .asked = plain_case,
          .impossible = reason,
          .runs = runs_of_change,
          .tensors = tensors_of_change,
          .read = read_change};
}

} // namespace attest::harness
