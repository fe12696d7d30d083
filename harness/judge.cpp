#include "harness/judge.hpp"

#include "cases/printable.hpp"
#include "harness/broken.hpp"
#include "harness/decide.hpp"
#include "harness/locate.hpp"
#include "harness/probes/probe.hpp"
#include "harness/problem.hpp"
#include "harness/repeat.hpp"
#include "harness/request.hpp"

#include <deque>

namespace attest::harness {

namespace {

/// Requests are built and sent in batches of about this size, so that a case with many runs needs little
/// memory.
constexpr std::uint64_t batch_bytes = std::uint64_t{64} << 20;

struct Asking {
  const Probe* probe = nullptr;
  std::int64_t run = 0;
};

/// All runs of these probes, in order; what can't be is noted.
std::deque<Asking> askings_of(const Question& question, const std::vector<Probe>& list, Observed& observed) {
  std::deque<Asking> askings;
  for (const Probe& probe : list) {
    const std::int64_t runs = probe.runs(question);
    if (runs == 0) continue;
    const std::optional<Refusal> refusal = refusal_of(probe.asked(question), question.declaration);
    const std::optional<std::string> reason = refusal ? refusal->reason : probe.impossible(question);
    if (reason) {
      observed.impossible.push_back(probe.name + ": " + one_line(*reason));
      continue;
    }
    if (observed.probed.empty() || observed.probed.back() != probe.name)
      observed.probed.push_back(probe.name);
    for (std::int64_t run = 0; run < runs; ++run) askings.push_back({.probe = &probe, .run = run});
  }
  return askings;
}

struct Batch {
  std::vector<Asking> askings = {};
  std::vector<Request> requests = {};
};

Batch take_batch(const Question& question, std::deque<Asking>& askings) {
  Batch batch;
  for (std::uint64_t bytes = 0; !askings.empty() && bytes < batch_bytes; askings.pop_front()) {
    const Asking& next = askings.front();
    batch.askings.push_back(next);
    batch.requests.push_back(
        request_of(question, next.probe->asked(question), next.probe->tensors(question, next.run)));
    bytes += size_of(batch.requests.back());
  }
  return batch;
}

Judgement refused(const Refusal& refusal) {
  return {
      .verdict = reports::Verdict::refused, .sentence = one_line(refusal.reason), .feature = refusal.feature};
}

/// One case on its way from question to verdict.
struct Trial {
  const Question& question;
  const Ask& ask;
  Observed observed = {};
};

/// Asks all runs of these probes and reads the answers; the verdict broke if one of them is none.
std::optional<Judgement> put(Trial& trial, const std::vector<Probe>& list) {
  for (std::deque<Asking> askings = askings_of(trial.question, list, trial.observed); !askings.empty();) {
    const Batch batch = take_batch(trial.question, askings);
    const std::vector<Observation> observations = trial.ask(batch.requests);
    if (std::optional<Judgement> broken = broken_by(trial.question, observations)) return broken;
    for (std::size_t i = 0; i < batch.askings.size(); ++i) {
      const auto& [probe, run] = batch.askings[i];
      probe->read(trial.question, run, outputs_of(trial.question, observations[i]), trial.observed);
    }
  }
  return {};
}

} // namespace

Judgement judge_with(const Case& value, const Declaration& declaration, const Ask& ask, Oracles oracles) {
  if (const std::optional<Refusal> refusal = refusal_of(value, declaration)) return refused(*refusal);
  const Question question = question_of(value, declaration);
  std::optional<std::string> stderr_text;
  const Ask keeping = [&](const std::vector<Request>& requests) {
    std::vector<Observation> observations = ask(requests);
    for (const Observation& observation : observations)
      if (!observation.stderr_text.empty()) stderr_text = observation.stderr_text;
    return observations;
  };
  Trial trial{.question = question, .ask = keeping};
  const auto judged = [&](const std::optional<Judgement>& broken) {
    return broken ? *broken : decide(question, trial.observed);
  };
  const std::vector<Probe> only_numbers = {bound_check()};
  Judgement judgement = judged(put(trial, oracles == Oracles::numbers ? only_numbers : probes()));
  if (judgement.suspicious) judgement = judged(repeat(question, keeping, trial.observed));
  if (judgement.verdict == reports::Verdict::disagrees)
    if (const auto second = locating_probes(question, trial.observed, judgement.kind); !second.empty())
      judgement = judged(put(trial, second));
  judgement.impossible = trial.observed.impossible;
  judgement.stderr_text = stderr_text;
  return judgement;
}

Judgement judge(const Case& value, const Declaration& declaration, Testee& testee, Oracles oracles) {
  const Ask ask = [&](const std::vector<Request>& requests) { return testee.ask(requests); };
  return judge_with(value, declaration, ask, oracles);
}

} // namespace attest::harness
