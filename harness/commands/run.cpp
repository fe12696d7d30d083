// Reads the options of a run, runs it, prints and writes the report.
#include "harness/commands/run.hpp"

#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/words.hpp"
#include "harness/commands/choose.hpp"
#include "harness/commands/values.hpp"
#include "harness/interrupt.hpp"
#include "harness/saved_cases.hpp"
#include "harness/session.hpp"
#include "reports/console.hpp"
#include "reports/json.hpp"
#include "reports/output_file.hpp"
#include "reports/text.hpp"

#include <fmt/core.h>
#include <memory>

namespace attest::commands {
namespace {

constexpr std::int64_t most_jobs = 256;
constexpr std::int64_t usual_budget = 400; // random cases when nothing else is said
constexpr std::int64_t most_findings = 1'000'000;
constexpr std::int64_t most_keys = 65'536; // of a random case: longer ones take minutes each

Flag report_flag() {
  return {"--report", "FILE", "write the report as JSON; `-` is stdout, and then nothing else is", false};
}

/// The command as the report holds it: what decides about the result, in the order of the help. How many
/// workers and shards there are, and where the output goes, must not change the bytes.
std::vector<std::string> command_of(const Arguments& arguments) {
  std::vector<std::string> words = {"attest", "run"};
  for (const auto& flag : run_command().flags) {
    if (flag.name == "--jobs" || flag.name == "--shard" || flag.name == "--report") continue;
    if (flag.value.empty() && arguments.has(flag.name)) words.push_back(flag.name);
    for (const auto& value : arguments.all(flag.name)) {
      words.push_back(flag.name);
      words.push_back(value);
    }
  }
  return words;
}

/// Without the given cases.
harness::Session session_of(const Arguments& arguments) {
  harness::Session session;
  const auto files = arguments.all("--cases");
  const auto budget = budget_of(arguments);
  if (!files.empty()) refuse_flags_of_random_cases(arguments);
  session.cases = {.given = {},
                   .random = files.empty(),
                   .seed = seed_of(arguments),
                   .cache = cache_of(arguments),
                   .longest = whole_of("--longest", arguments.one("--longest").value_or("0"), 0, most_keys),
                   .count = budget ? budget->cases : usual_budget};
  if (budget && budget->seconds) session.time = std::chrono::duration<double>(*budget->seconds);
  const Shard shard = shard_of(arguments);
  session.shard = shard.number;
  session.shards = shard.count;
  session.jobs = whole_of("--jobs", arguments.one("--jobs").value_or("1"), 1, most_jobs);
  if (const auto most = arguments.one("--max-findings"))
    session.max_findings = whole_of("--max-findings", *most, 1, most_findings);
  session.testees = arguments.all("--testee");
  session.timeout = unusual_timeout_of(arguments);
  session.keep_stderr = arguments.has("--keep-stderr");
  session.shrink_budget = shrink_budget_of(arguments);
  if (arguments.has("--numbers-only")) session.oracles = harness::Oracles::numbers;
  return session;
}

reports::Report report_of(const Arguments& arguments, const harness::Session& session) {
  reports::Report report;
  report.command = command_of(arguments);
  report.seed = session.cases.seed;
  if (session.time)
    report.budget_seconds = session.time->count();
  else if (session.cases.random)
    report.budget_cases = session.cases.count;
  report.budget_files = arguments.all("--cases");
  report.max_findings = session.max_findings;
  report.shard = session.shard;
  report.shards = session.shards;
  return report;
}

/// What was saved before comes first, so that a fault that is still there is met at once.
std::vector<Case> cases_of(const Arguments& arguments) {
  std::vector<std::string> places;
  if (const auto saved = arguments.one("--save")) places.push_back(*saved);
  for (const auto& place : arguments.all("--cases")) places.push_back(place);
  return harness::read_judgeable_cases(places);
}

std::string progress_of(const reports::Report& report, const harness::Session& session) {
  const auto total = session.cases.size();
  const auto cases = total
                         ? fmt::format(" of {}", (*total - session.shard + session.shards) / session.shards *
                                                     static_cast<std::int64_t>(report.backends.size()))
                         : "";
  return fmt::format("{}{} verdicts, {} findings", report.verdicts.size(), cases, report.findings.size());
}

harness::Listener listener_of(const harness::Session& session, bool quiet) {
  const auto found = [quiet](const reports::Finding& finding) {
    if (quiet) return;
    reports::show_progress("");
    reports::print(reports::finding_text(finding));
  };
  const auto progressed = [&session](const reports::Report& report) {
    reports::show_progress(progress_of(report, session));
  };
  return {.found = found, .progressed = progressed};
}

/// The run itself; a testee that does not even start ends it before it begins.
void carry_out(const Arguments& arguments, const harness::Session& session, reports::Report& report,
               bool quiet) {
  try {
    harness::run_session(session, choose(arguments), report, listener_of(session, quiet));
  } catch (const harness::TesteeFailed& failure) {
    harness::mark_failed(report, failure.what());
  } catch (const harness::Interrupted&) {
    report.complete = false;
    report.incomplete_reason = harness::interruption();
    report.exit_code = harness::exit_code_of(report);
  }
  reports::show_progress("");
}

std::string text_of(const reports::Report& report) {
  const auto summary = reports::summary_text(report);
  return fmt::format("{}{}{}{}", report.findings.empty() ? "" : "\n", summary, summary.empty() ? "" : "\n",
                     reports::verdict_text(report));
}

int run(const Arguments& arguments) {
  need_backend("run", arguments);
  auto session = session_of(arguments);
  const auto saved = arguments.one("--save");
  if (saved) harness::prepare_folder(*saved);
  session.cases.given = cases_of(arguments);
  const auto path = arguments.one("--report");
  const bool quiet = path == "-";
  const auto file = path && !quiet ? std::make_unique<reports::OutputFile>(*path) : nullptr;
  timeout_of(arguments); // before anything is started
  harness::catch_interrupts();
  auto report = report_of(arguments, session);
  carry_out(arguments, session, report, quiet);
  const auto json = dump_json(reports::report_to_json(report), 1) + "\n";
  if (file) file->commit(json);
  if (saved) harness::save_findings(*saved, report.findings);
  if (quiet)
    reports::print(json);
  else
    reports::print(text_of(report));
  if (report.exit_code == 4) reports::print_diagnostic(*report.incomplete_reason);
  return report.exit_code;
}

} // namespace

Command run_command() {
  return {.name = "run",
          .summary = "judge many cases on some backends",
          .words = "",
          .most_words = 0,
          .flags = {backend_flag(),
                    testee_flag(),
                    {"--budget", "N|30s", "how many random cases, or how long (400)", false},
                    seed_flag(),
                    cache_flag(),
                    {"--longest", "N", "a third of the random cases have rows of up to N keys", false},
                    {"--numbers-only", "",
                     "ask no structural probe: many times faster, and blind for light leaks", false},
                    cases_flag(),
                    {"--jobs", "N", "workers (1); the report does not depend on it", false},
                    {"--shard", "I/N", "only the cases whose number mod N is I - 1", false},
                    {"--max-findings", "N", "end after N findings", false},
                    {"--no-shrink", "", "report each wrong case as it is, instead of one finding per fault",
                     false},
                    shrink_budget_flag(),
                    {"--save", "DIR",
                     "write each finding's shrunk case into DIR; those there are judged first", false},
                    timeout_flag(),
                    {"--keep-stderr", "", "show what a testee wrote to stderr with its findings", false},
                    report_flag()},
          .examples = {"run --backend plain@exact --budget 400",
                       "run --backend 'sdpa*@hf-4.40' --budget 30s --seed 7 --report out.json",
                       "run --testee 'python3 ADAPTER.py' --backend '*' --cases FOLDER --jobs 4 --report -"},
          .execute = run};
}

} // namespace attest::commands
