// Reads what shall be tried, tries it on children of this very executable, prints what came of it.
#include "harness/commands/selftest.hpp"

#include "cases/error.hpp"
#include "cases/json.hpp"
#include "harness/commands/values.hpp"
#include "harness/find_testees.hpp"
#include "harness/interrupt.hpp"
#include "harness/selftest.hpp"
#include "harness/wildcard.hpp"
#include "reports/console.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <memory>
#include <thread>

namespace attest::commands {
namespace {

constexpr std::int64_t most_jobs = 256;
constexpr std::int64_t most_cases = 1'000'000'000;

/// Those whose name matches the pattern.
template <class Kind> std::vector<Kind> chosen(const std::vector<Kind>& all, const std::string& pattern) {
  std::vector<Kind> some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some),
               [&](const Kind& one) { return harness::matches(pattern, one.backend.declaration.name); });
  return some;
}

harness::Ask open_child(std::chrono::milliseconds timeout) {
  harness::TesteeOptions options{.command = {harness::this_executable(), "serve", "--seeded"}};
  options.timeout = timeout;
  options.interrupted = harness::interrupted;
  auto testee = std::make_shared<harness::Testee>(std::move(options));
  return [testee](const std::vector<harness::Request>& requests) { return testee->ask(requests); };
}

std::int64_t jobs_of(const Arguments& arguments) {
  if (const auto text = arguments.one("--jobs")) return whole_of("--jobs", *text, 1, most_jobs);
  return std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, most_jobs);
}

harness::Selftest selftest_of(const Arguments& arguments) {
  const auto pattern = arguments.one("--only").value_or("*");
  harness::Selftest selftest{.mutants = chosen(backends::mutants(), pattern),
                             .variants = chosen(backends::variants(), pattern),
                             .seed = seed_of(arguments)};
  if (selftest.mutants.empty() && selftest.variants.empty())
    throw InputError(ErrorKind::unknown,
                     fmt::format("--only: no mutant and no variant matches '{}'; see "
                                 "`attest list backends --testee 'attest serve --seeded'`",
                                 pattern));
  const auto variants = static_cast<std::int64_t>(selftest.variants.size());
  if (const auto text = arguments.one("--cases"))
    selftest.variant_cases = whole_of("--cases", *text, std::max<std::int64_t>(variants, 1), most_cases);
  selftest.jobs = jobs_of(arguments);
  selftest.open = open_child;
  return selftest;
}

std::string progress_of(const reports::Trial& trial, const harness::Selftest& selftest) {
  if (trial.mutants.size() < selftest.mutants.size())
    return fmt::format("{} of {} mutants", trial.mutants.size(), selftest.mutants.size());
  return fmt::format("{} of {} cases of correct variants", reports::totals_of(trial).cases,
                     selftest.variant_cases);
}

int execute_selftest(const Arguments& arguments) {
  auto selftest = selftest_of(arguments);
  selftest.progressed = [&selftest](const reports::Trial& trial) {
    reports::show_progress(progress_of(trial, selftest));
  };
  harness::catch_interrupts();
  const auto trial = harness::run_selftest(selftest);
  reports::show_progress("");
  reports::print(arguments.has("--json") ? dump_json(reports::trial_to_json(trial), 1) + "\n"
                                         : reports::trial_text(trial));
  return reports::exit_code_of(trial);
}

} // namespace

Command selftest_command() {
  return {.name = "selftest",
          .summary = "try the judge itself: on seeded faults and on correct variants",
          .words = "",
          .most_words = 0,
          .flags = {{"--json", "", "print JSON", false},
                    {"--jobs", "N", "workers (one per core); the result does not depend on it", false},
                    {"--cases", "N", "judged cases of all correct variants together (100000)", false},
                    seed_flag(),
                    {"--only", "PATTERN", "the mutants and variants with such names; `*` stands for any text",
                     false}},
          .examples = {"selftest", "selftest --cases 5000 --json", "selftest --only '*@window*'"},
          .execute = execute_selftest};
}

} // namespace attest::commands
