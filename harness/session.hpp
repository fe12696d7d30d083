// A run: cases by backends, done by workers, folded into a report. `attest run` and every gate are loops
// around it.
#pragma once

#include "harness/case_sequence.hpp"
#include "harness/find_testees.hpp"
#include "harness/judge.hpp"
#include "reports/finding.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attest::harness {

struct Session {
  CaseSequence cases = {};
  std::int64_t jobs = 1;
  std::int64_t shard = 1, shards = 1; ///< cases whose number mod `shards` is `shard` - 1
  std::optional<std::int64_t> max_findings = {};
  std::optional<std::chrono::duration<double>> time = {}; ///< no case is begun later than that
  std::vector<std::string> testees = {};                  ///< every --testee given, for repro lines
  std::optional<std::string> timeout = {}; ///< a --timeout that is not the usual one, for repro lines
  bool keep_stderr = false;
  std::int64_t shrink_budget = 300; ///< candidates judged for each shrunk case; 0: nothing is shrunk
  Oracles oracles = Oracles::all;
};

/// What a run says while it goes on, in order and on the calling thread.
struct Listener {
  std::function<void(const reports::Finding&)> found;
  std::function<void(const reports::Report&)> progressed;
};

/// Fills the report's backends, verdicts, findings, coverage and completeness. A testee that fails ends the
/// run and gives the exit code 4, else the code follows from what was found (CONTRACT section 14).
void run_session(const Session&, Choice, reports::Report&, const Listener&);

/// 1 for findings, 3 if nothing was tested, an oracle never ran or the run is not complete, else 0.
int exit_code_of(const reports::Report&);

/// Marks a run that ended because a testee failed.
void mark_failed(reports::Report&, const std::string& reason);

} // namespace attest::harness
