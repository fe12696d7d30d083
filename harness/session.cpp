// The loop of a run.
#include "harness/session.hpp"

#include "cases/line.hpp"
#include "harness/collect.hpp"
#include "harness/interrupt.hpp"
#include "harness/outcome.hpp"
#include "harness/pool.hpp"
#include "harness/reduce.hpp"
#include "reports/blind.hpp"

#include <atomic>
#include <memory>

namespace attest::harness {
namespace {

using Clock = std::chrono::steady_clock;

/// What all workers share, read only but for the two flags.
struct Shared {
  const Session& session;
  const std::vector<ChosenBackend>& backends;
  std::optional<Clock::time_point> deadline = {};
  std::atomic<bool> enough = false;    ///< the report has all that was asked for
  std::atomic<bool> cut_short = false; ///< an interruption kept a worker from an item that there was
};

/// One testee of each command, started when first asked.
using Testees = std::shared_ptr<std::vector<Testee>>;

bool over(Shared& shared) {
  if (shared.enough) return true;
  if (interrupted()) {
    shared.cut_short = true;
    return true;
  }
  return shared.deadline && Clock::now() >= *shared.deadline;
}

std::optional<Outcome> judge_item(Shared& shared, std::vector<Testee>& testees, std::int64_t item) {
  const auto backends = static_cast<std::int64_t>(shared.backends.size());
  const std::int64_t number = shared.session.shard - 1 + item / backends * shared.session.shards;
  auto value = shared.session.cases.at(number);
  if (!value || over(shared)) return {};
  Outcome outcome{
      .value = std::move(*value), .backend = static_cast<std::size_t>(item % backends), .judgement = {}};
  const auto& backend = shared.backends[outcome.backend];
  try {
    outcome.judgement =
        judge(outcome.value, backend.facts.declaration, testees[backend.testee], shared.session.oracles);
  } catch (const Interrupted&) {
    shared.cut_short = !shared.enough;
    return {};
  }
  outcome.judgement.expected.clear();
  outcome.judgement.actual.clear();
  return outcome;
}

std::vector<Worker<Outcome>> workers_of(Shared& shared, Choice& choice) {
  for (auto& options : choice.options)
    options.interrupted = [&shared] { return interrupted() || shared.enough; };
  std::vector<Worker<Outcome>> workers;
  for (std::int64_t job = 0; job < shared.session.jobs; ++job) {
    auto testees = std::make_shared<std::vector<Testee>>();
    if (job == 0) *testees = std::move(choice.started);
    while (testees->size() < choice.options.size())
      testees->push_back(Testee(choice.options[testees->size()]));
    workers.push_back([&shared, testees](std::int64_t item) { return judge_item(shared, *testees, item); });
  }
  return workers;
}

/// Folds outcomes into the report, in their order. Shrinking has testees of its own, so that the workers go
/// on meanwhile.
class Folder {
public:
  Folder(Shared& shared, reports::Report& report, const Listener& listener,
         const std::vector<TesteeOptions>& options)
      : shared_(shared), report_(report), listener_(listener) {
    for (TesteeOptions own : options) {
      own.interrupted = interrupted;
      testees_.push_back(Testee(own));
    }
  }

  /// False once there are enough findings.
  bool take(const Outcome& outcome) {
    const auto& session = shared_.session;
    if (outcome.backend == 0) add_coverage(report_, outcome.value);
    const Provenance from{.backend = shared_.backends[outcome.backend].facts.declaration.name,
                          .testees = session.testees,
                          .timeout = session.timeout,
                          .keep_stderr = session.keep_stderr};
    if (add_verdict(report_, outcome.value, outcome.judgement, from))
      if (const auto* finding = add(outcome, from)) listener_.found(*finding);
    listener_.progressed(report_);
    const auto found = static_cast<std::int64_t>(report_.findings.size());
    if (session.max_findings && found >= *session.max_findings) shared_.enough = true;
    return !shared_.enough;
  }

private:
  const reports::Finding* add(const Outcome& outcome, const Provenance& from) {
    if (shared_.session.shrink_budget == 0)
      return add_finding(
          report_, finding_of(outcome.value, {.value = outcome.value, .judgement = outcome.judgement}, from));
    const ChosenBackend& backend = shared_.backends[outcome.backend];
    const Shrinker shrinker{.judge = [&](const Case& value) { return judge_candidate(value, backend); },
                            .declaration = backend.facts.declaration,
                            .budget = shared_.session.shrink_budget};
    return reducer_.add(report_, outcome, from, shrinker);
  }

  std::optional<Judgement> judge_candidate(const Case& value, const ChosenBackend& backend) {
    if (interrupted()) return {};
    try {
      return judge(value, backend.facts.declaration, testees_[backend.testee], shared_.session.oracles);
    } catch (const Interrupted&) {
      return {};
    } catch (const TesteeFailed&) {
      return {}; // the workers meet it too, and end the run with its reason
    }
  }

  Shared& shared_;
  reports::Report& report_;
  const Listener& listener_;
  std::vector<Testee> testees_ = {};
  Reducer reducer_ = {};
};

} // namespace

int exit_code_of(const reports::Report& report) {
  if (!report.findings.empty()) return 1;
  const bool nothing = reports::nothing_tested(reports::counts_of(report.verdicts));
  return !report.complete || nothing || !reports::blind_oracles(report).empty() ? 3 : 0;
}

void mark_failed(reports::Report& report, const std::string& reason) {
  report.complete = false;
  report.incomplete_reason = reason;
  report.exit_code = 4;
}

void run_session(const Session& session, Choice choice, reports::Report& report, const Listener& listener) {
  for (const auto& backend : choice.backends) report.backends.push_back(backend.facts);
  report.numbers_only = session.oracles == Oracles::numbers;
  const auto chosen = choice.backends;
  Shared shared{.session = session, .backends = chosen};
  if (session.time)
    shared.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(*session.time);
  std::optional<std::string> failure;
  Folder folder(shared, report, listener, choice.options);
  try {
    work_in_order<Outcome>(workers_of(shared, choice),
                           [&](const Outcome& outcome) { return folder.take(outcome); });
  } catch (const TesteeFailed& failed) {
    failure = failed.what();
  }
  sort_findings(report);
  if (shared.cut_short) {
    report.complete = false;
    report.incomplete_reason = interruption();
  }
  report.exit_code = exit_code_of(report);
  if (failure) mark_failed(report, *failure);
}

} // namespace attest::harness
