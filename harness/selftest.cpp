#include "harness/selftest.hpp"

#include "harness/interrupt.hpp"
#include "harness/pool.hpp"

#include <algorithm>
#include <variant>

namespace attest::harness {

namespace {

using reports::MutantTrial;
using reports::Trial;
using reports::VariantTrial;

using std::chrono::milliseconds;

/// Long enough for any answer on a busy machine, as in a run.
constexpr milliseconds usual_timeout{30'000};
/// For a testee that is known to hang: nobody waits for it longer than needed.
constexpr milliseconds short_timeout{2'000};

/// Small enough for workers to end together, large enough for few testees to start.
constexpr std::int64_t part_cases = 200;

/// What a worker did: a mutant, or a part of the variant of this number.
struct VariantPart {
  std::size_t variant = 0;
  VariantTrial trial = {};
};
using Done = std::variant<MutantTrial, VariantPart>;

/// A part to do, of the variant of this number.
struct Todo {
  std::size_t variant = 0;
  Part part = {};
};

/// Each variant's share in parts; the first ones take what does not divide evenly.
std::vector<Todo> parts_of(const Selftest& selftest) {
  std::vector<Todo> todos;
  const auto count = static_cast<std::int64_t>(selftest.variants.size());
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t left = selftest.variant_cases / count + (i < selftest.variant_cases % count ? 1 : 0);
    for (std::uint64_t number = 0; left > 0; ++number, left -= part_cases)
      todos.push_back({.variant = static_cast<std::size_t>(i),
                       .part = {.number = number, .cases = std::min(left, part_cases)}});
  }
  return todos;
}

/// True if it may leave its testee dead, or its pipe in disorder.
bool spoils(const backends::Mutant& mutant) {
  return expects(mutant, "crash") || expects(mutant, "timeout") || expects(mutant, "protocol");
}

/// What one worker has at hand: a testee that several backends share, once one was asked.
class Bench {
public:
  explicit Bench(const Selftest& selftest) : selftest_(selftest) {}

  MutantTrial try_one(const backends::Mutant& mutant) {
    const bool hangs = expects(mutant, "timeout");
    if (!spoils(mutant)) return try_mutant(mutant, selftest_.seed, shared());
    return try_mutant(mutant, selftest_.seed, selftest_.open(hangs ? short_timeout : usual_timeout));
  }

  VariantTrial try_one(const backends::Variant& variant, const Part& part) {
    return try_variant(variant, selftest_.seed, part, shared());
  }

private:
  const Ask& shared() {
    if (!shared_) shared_ = selftest_.open(usual_timeout);
    return shared_;
  }

  const Selftest& selftest_;
  Ask shared_ = {};
};

std::optional<Done> work_on(const Selftest& selftest, const std::vector<Todo>& todos, std::int64_t item,
                            Bench& bench) {
  const auto number = static_cast<std::size_t>(item);
  const std::size_t mutants = selftest.mutants.size();
  if (interrupted() || number >= mutants + todos.size()) return {};
  if (number < mutants) return bench.try_one(selftest.mutants[number]);
  const Todo& todo = todos[number - mutants];
  return VariantPart{.variant = todo.variant,
                     .trial = bench.try_one(selftest.variants[todo.variant], todo.part)};
}

std::vector<Worker<Done>> workers_of(const Selftest& selftest, const std::vector<Todo>& todos) {
  std::vector<Worker<Done>> workers;
  for (std::int64_t job = 0; job < selftest.jobs; ++job)
    workers.push_back([&, bench = Bench(selftest)](std::int64_t item) mutable -> std::optional<Done> {
      try {
        return work_on(selftest, todos, item, bench);
      } catch (const Interrupted&) {
        return {};
      }
    });
  return workers;
}

void add(Trial& trial, const Done& done) {
  if (const auto* mutant = std::get_if<MutantTrial>(&done)) {
    trial.mutants.push_back(*mutant);
    return;
  }
  const auto& part = std::get<VariantPart>(done);
  VariantTrial& sum = trial.variants[part.variant];
  sum.cases += part.trial.cases;
  sum.alarms += part.trial.alarms;
  if (!sum.first_alarm) sum.first_alarm = part.trial.first_alarm;
}

} // namespace

Trial run_selftest(const Selftest& selftest) {
  Trial trial;
  for (const auto& variant : selftest.variants)
    trial.variants.push_back({.name = variant.backend.declaration.name, .says = variant.says});
  const auto todos = parts_of(selftest);
  std::size_t left = selftest.mutants.size() + todos.size();
  work_in_order<Done>(workers_of(selftest, todos), [&](const Done& done) {
    add(trial, done);
    --left;
    selftest.progressed(trial);
    return true;
  });
  if (left > 0) trial.incomplete_reason = interruption();
  return trial;
}

} // namespace attest::harness
