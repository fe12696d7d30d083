// Judges a line, a file or a corpus entry and prints all that is known about it.
#include "harness/commands/repro.hpp"

#include "cases/error.hpp"
#include "cases/line.hpp"
#include "harness/case_sequence.hpp"
#include "harness/commands/choose.hpp"
#include "harness/commands/judgement_text.hpp"
#include "harness/commands/values.hpp"
#include "harness/find_testees.hpp"
#include "harness/interrupt.hpp"
#include "reports/console.hpp"

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

int judge_all(const std::vector<Case>& cases, harness::Choice& choice, const Arguments& arguments) {
  const auto testees = arguments.all("--testee");
  const auto timeout = unusual_timeout_of(arguments);
  Tally tally;
  bool first = true;
  for (const auto& value : cases) {
    for (const auto& backend : choice.backends) {
      const auto& declaration = backend.facts.declaration;
      JudgedCase judged{.value = value,
                        .backend = declaration.name,
                        .repro = reports::repro_line(print_line(value), declaration.name, testees, timeout)};
      judged.judgement = harness::judge(value, declaration, choice.started[backend.testee]);
      reports::print(fmt::format("{}{}", first ? "" : "\n", judgement_text(judged, reports::takes_colour())));
      tally.add(judged.judgement.verdict);
      first = false;
    }
  }
  return tally.exit_code();
}

int repro(const Arguments& arguments) {
  if (arguments.words().empty())
    throw InputError(ErrorKind::syntax, "repro: a line, a file or a name is needed");
  need_backend("repro", arguments);
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
          .flags = {backend_flag(), testee_flag(), timeout_flag()},
          .examples = {"repro 'steps=3,1 cache=static:6' --backend plain@hf-4.40",
                       "repro 'batch=2 steps=5 pad=right:0,2' --backend '*@exact' --testee 'attest serve'",
                       "repro FILE.cases --backend plain@exact"},
          .execute = repro};
}

} // namespace attest::commands
