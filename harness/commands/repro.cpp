// Judges a line, a file or a corpus entry and prints all that is known about it.
#include "harness/commands/repro.hpp"

#include "cases/error.hpp"
#include "cases/line.hpp"
#include "harness/case_sequence.hpp"
#include "harness/collect.hpp"
#include "harness/commands/choose.hpp"
#include "harness/commands/judgement_text.hpp"
#include "harness/commands/values.hpp"
#include "harness/find_testees.hpp"
#include "harness/interrupt.hpp"
#include "harness/regardless.hpp"
#include "harness/shrink.hpp"
#include "reports/console.hpp"
#include "reports/text.hpp"

#include <filesystem>
#include <fmt/core.h>

namespace attest::commands {
namespace {

namespace fs = std::filesystem;
using reports::Verdict;

/// A corpus lies in the working folder, or beside the executable, or where an installation puts it.
std::vector<fs::path> corpus_folders() {
  const auto beside = fs::path(harness::this_executable()).parent_path();
  return {"corpus", beside / "corpus", beside / ".." / "share" / "attest" / "corpus"};
}

/// A line or a path as it is; a NAME becomes the path of its corpus file.
std::string located(const std::string& word) {
  std::error_code absent;
  if (word.find('=') != std::string::npos || fs::exists(word, absent)) return word;
  for (const auto& folder : corpus_folders())
    for (const auto* ending : {".cases", ".json"})
      if (const auto path = folder / (word + ending); fs::is_regular_file(path, absent)) return path.string();
  throw InputError(
      ErrorKind::file,
      fmt::format("'{}' is not a line (it has no '='), not a file, and not the name of a corpus file", word));
}

/// The exit code of everything judged so far (CONTRACT section 14).
struct Tally {
  bool found = false;
  bool tested = false;

  void add(Verdict verdict) {
    found = found || verdict == Verdict::disagrees || verdict == Verdict::broke;
    tested = tested || (verdict != Verdict::refused && verdict != Verdict::vacuous);
  }
  int exit_code() const { return found ? 1 : tested ? 0 : 3; }
};

/// What every judgement of a repro needs.
struct Setting {
  harness::Choice& choice;
  std::vector<std::string> testees = {};
  std::optional<std::string> timeout = {};
  std::int64_t shrink_budget = 0;

  std::string repro(const Case& value, const std::string& backend) const {
    return reports::repro_line(print_line(value), backend, testees, timeout);
  }
};

/// The smallest case with the same class, told like the original; then what does not matter.
std::string shrunk_text(const JudgedCase& original, const Setting& setting,
                        const harness::Shrinker& shrinker) {
  const harness::Shrunk shrunk = harness::shrink(original.value, original.judgement, shrinker);
  const JudgedCase small{.value = shrunk.value,
                         .backend = original.backend,
                         .repro = setting.repro(shrunk.value, original.backend),
                         .judgement = shrunk.judgement};
  std::string text = fmt::format("\nshrunk, after {} smaller cases\n", shrunk.judged) +
                     judgement_text(small, reports::takes_colour());
  for (const auto& line : {reports::regardless_text(harness::regardless_of(shrunk, shrinker)),
                           reports::others_text(harness::others_of(shrunk))})
    if (!line.empty()) text += line + "\n";
  return text;
}

/// Judges and prints one case on one backend.
Verdict show(const Case& value, const harness::ChosenBackend& backend, const Setting& setting) {
  const auto& declaration = backend.facts.declaration;
  harness::Testee& testee = setting.choice.started[backend.testee];
  const JudgedCase judged{.value = value,
                          .backend = declaration.name,
                          .repro = setting.repro(value, declaration.name),
                          .judgement = harness::judge(value, declaration, testee)};
  reports::print(judgement_text(judged, reports::takes_colour()));
  if (setting.shrink_budget == 0 || judged.judgement.kind.empty()) return judged.judgement.verdict;
  const harness::Shrinker shrinker{
      .judge = [&](const Case& smaller) { return harness::judge(smaller, declaration, testee); },
      .declaration = declaration,
      .budget = setting.shrink_budget};
  reports::print(shrunk_text(judged, setting, shrinker));
  return judged.judgement.verdict;
}

int judge_all(const std::vector<Case>& cases, harness::Choice& choice, const Arguments& arguments) {
  const Setting setting{.choice = choice,
                        .testees = arguments.all("--testee"),
                        .timeout = unusual_timeout_of(arguments),
                        .shrink_budget = arguments.has("--shrink") ? shrink_budget_of(arguments) : 0};
  Tally tally;
  bool first = true;
  for (const auto& value : cases) {
    for (const auto& backend : choice.backends) {
      if (!first) reports::print("\n");
      tally.add(show(value, backend, setting));
      first = false;
    }
  }
  return tally.exit_code();
}

int repro(const Arguments& arguments) {
  if (arguments.words().empty())
    throw InputError(ErrorKind::syntax, "repro: a line, a file or a name is needed");
  need_backend("repro", arguments);
  if (arguments.has("--shrink-budget") && !arguments.has("--shrink"))
    throw InputError(ErrorKind::conflict, "repro: --shrink-budget goes with --shrink");
  const auto cases = harness::read_judgeable_cases({located(arguments.words().front())});
  harness::catch_interrupts();
  auto choice = choose(arguments);
  return judge_all(cases, choice, arguments);
}

} // namespace

Command repro_command() {
  return {.name = "repro",
          .summary = "judge one case and show what was read",
          .words = "LINE|FILE|NAME",
          .most_words = 1,
          .flags = {backend_flag(),
                    testee_flag(),
                    {"--shrink", "", "then make a case that fails as small as it goes", false},
                    shrink_budget_flag(),
                    timeout_flag()},
          .examples = {"repro 'steps=3,1 cache=static:6' --backend plain@hf-4.40",
                       "repro 'batch=2 steps=5,1 cache=static:8' --backend plain@hf-4.40 --shrink",
                       "repro 'batch=2 steps=5 pad=right:0,2' --backend '*@exact' --testee 'attest serve'",
                       "repro FILE.cases --backend plain@exact"},
          .execute = repro};
}

} // namespace attest::commands
