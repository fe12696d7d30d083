// What a right cache returns: every slot's content, fetched from the step and the batch row that fed its
// token.
#include "reference/attention.hpp"

#include "cases/quantiser.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>

namespace attest::reference {
namespace {

/// Where the content of a token was fed: problem[step], this batch row, this place among the step's tokens.
struct Source {
  std::int64_t step = 0;
  std::int64_t row = 0;
  std::int64_t place = 0;
};

/// The run of a row's history that holds the token.
const FedRun& run_with(const std::vector<FedRun>& history, std::int64_t token) {
  const auto later = [](std::int64_t t, const FedRun& run) { return t < run.first; };
  return *std::prev(std::upper_bound(history.begin(), history.end(), token, later));
}

/// The call that fed the token in this epoch: calls ascend by (epoch, first token), and no token is fed twice
/// in an epoch.
const Call& call_with(const std::vector<Call>& calls, std::int64_t epoch, std::int64_t token) {
  const auto later = [](const std::tuple<std::int64_t, std::int64_t>& wanted, const Call& call) {
    return wanted < std::tuple(call.epoch, call.before);
  };
  return *std::prev(std::upper_bound(calls.begin(), calls.end(), std::tuple(epoch, token), later));
}

/// Where a token of batch row `row` comes from. With none and cross all keys were fed at step 0, and the
/// encoder's rows move with the sequence.
Source source_of(const Case& in, const std::vector<Call>& calls, const Call& now, std::int64_t row,
                 std::int64_t token) {
  if (in.keys) return {.step = 0, .row = now.sequence.at(row), .place = token};
  const FedRun& run = run_with(now.history.at(row), token);
  const Call& call = call_with(calls, run.epoch, token);
  return {.step = call.step, .row = run.row, .place = token - call.before};
}

/// One call, and all that it may look back on.
struct Moment {
  const Case& in;
  const std::vector<Call>& calls;
  const StepPlan& plan;
  const Problem& problem;
};

/// Copies one vector of channels from where it was fed to its slot.
void copy_vector(const Array4& fed, const Source& source, std::int64_t head, std::span<double> to) {
  const auto from = fed.values.begin() + fed.index(source.row, head, source.place, 0);
  std::copy(from, from + to.size(), to.begin());
}

/// The slots of all rows and heads of k (or v), with `unwritten` where no token lies.
Array4 gathered(const Moment& moment, Array4 Fed::*part, double unwritten) {
  const auto& [in, calls, plan, problem] = moment;
  const std::vector<std::int64_t> tokens = tokens_of(plan);
  const auto slots = static_cast<std::int64_t>(tokens.size());
  const std::int64_t channels = (problem.front().*part).shape[3];
  Array4 array = array_of({in.batch, in.kv_heads, slots, channels}, unwritten);
  for (std::int64_t row = 0; row < in.batch; ++row)
    for (std::int64_t slot = 0; slot < slots; ++slot) {
      if (tokens[slot] < 0) continue;
      const Source source = source_of(in, calls, calls.at(plan.step), row, tokens[slot]);
      const bool is_lossy = in.cache.kind == CacheKind::quantized && source.step < plan.step;
      for (std::int64_t head = 0; head < in.kv_heads; ++head) {
        const std::span<double> to(&array.at(row, head, slot, 0), static_cast<std::size_t>(channels));
        copy_vector(problem.at(source.step).*part, source, head, to);
        if (is_lossy) quantise(to, static_cast<int>(in.cache.numbers.at(0)), in.dtype);
      }
    }
  return array;
}

/// Content of unwritten slots; `canary` is what that kind of filling puts into this tensor.
double unwritten_value(const Case& in, double canary) {
  switch (in.unfilled) {
  case Unfilled::zeros: return 0;
  case Unfilled::canary: return canary;
  case Unfilled::nan: return std::numeric_limits<double>::quiet_NaN();
  }
  return 0;
}

} // namespace

Returned returned_at(const Case& in, const std::vector<StepPlan>& plan, const Problem& problem,
                     std::int64_t step) {
  return returned_at(in, calls_of(in), plan.at(step), problem);
}

Returned returned_at(const Case& in, const std::vector<Call>& calls, const StepPlan& plan,
                     const Problem& problem) {
  Returned returned;
  returned.k = gathered({in, calls, plan, problem}, &Fed::k, unwritten_value(in, 0));
  returned.v = gathered({in, calls, plan, problem}, &Fed::v, unwritten_value(in, 1024));
  return returned;
}

} // namespace attest::reference
