// Lists what there is.
#include "harness/commands/list.hpp"

#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/line.hpp"
#include "cases/printable.hpp"
#include "cases/words.hpp"
#include "harness/case_sequence.hpp"
#include "harness/commands/choose.hpp"
#include "harness/commands/glossary.hpp"
#include "harness/commands/values.hpp"
#include "harness/find_testees.hpp"
#include "harness/interrupt.hpp"
#include "reports/console.hpp"
#include "reports/json.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace attest::commands {
namespace {

constexpr std::int64_t usual_cases = 20;

void print_json(const Json& array) {
  std::string text = "[";
  for (const auto& item : array) text += fmt::format("{}{}", text.size() > 1 ? ",\n" : "\n", dump_json(item));
  reports::print(text + "\n]\n");
}

void print_glossary(const std::vector<GlossaryEntry>& entries, bool json) {
  if (json) {
    Json array = Json::array();
    for (const auto& entry : entries)
      array.push_back({{"name", entry.name}, {"form", entry.form}, {"sentence", entry.sentence}});
    return print_json(array);
  }
  std::size_t width = 0;
  for (const auto& entry : entries) width = std::max(width, entry.form.size());
  std::string text;
  for (const auto& entry : entries) text += fmt::format("{:<{}}  {}\n", entry.form, width, entry.sentence);
  reports::print(text);
}

/// "cache: none dynamic static" out of the features of a backend.
std::string features_text(const Declaration& declaration, const std::string& prefix) {
  std::string text;
  for (const auto& feature : declaration.features)
    if (feature.rfind(prefix, 0) == 0) text += fmt::format(" {}", feature.substr(prefix.size()));
  return text;
}

std::string title_of(const reports::TesteeBackend& testee) {
  std::vector<std::string> versions;
  for (const auto& [name, version] : testee.versions) versions.push_back(one_line(name + " " + version));
  return fmt::format("{} ({})\n", one_line(testee.testee), fmt::join(versions, ", "));
}

/// The backends of one testee after another, each under its command and versions.
void print_backends(const std::vector<harness::ChosenBackend>& backends) {
  std::size_t width = 0;
  for (const auto& backend : backends)
    width = std::max(width, one_line(backend.facts.declaration.name).size());
  std::string text, title;
  for (const auto& backend : backends) {
    const auto& declaration = backend.facts.declaration;
    if (title_of(backend.facts) != title) text += (title = title_of(backend.facts));
    text += fmt::format("  {:<{}}  dtypes{}; caches{}\n", one_line(declaration.name), width,
                        features_text(declaration, "dtype."), features_text(declaration, "cache."));
  }
  reports::print(text);
}

/// What a testee has. `list` has no exit code for one that does not start (CONTRACT section 14): a given one
/// is a bad --testee then, and one that only lies beside attest is told of and left out.
std::vector<harness::ChosenBackend> backends_of(const harness::TesteeCommand& testee, bool given) {
  harness::Search search{.patterns = {"*"}, .testees = {testee}, .options = {}};
  search.options.interrupted = harness::interrupted;
  try {
    return harness::choose_backends(search).backends;
  } catch (const harness::TesteeFailed& failure) {
    if (given) throw InputError(ErrorKind::file, failure.what());
    reports::print_diagnostic(failure.what());
    return {};
  }
}

int list_backends(const Arguments& arguments) {
  const auto testees = testees_of(arguments);
  harness::catch_interrupts();
  std::vector<harness::ChosenBackend> backends;
  for (const auto& testee : testees)
    for (const auto& backend : backends_of(testee, arguments.has("--testee"))) backends.push_back(backend);
  if (!arguments.has("--json")) return print_backends(backends), 0;
  Json array = Json::array();
  for (const auto& backend : backends) array.push_back(reports::backend_to_json(backend.facts));
  return print_json(array), 0;
}

int list_cases(const Arguments& arguments) {
  refuse_flags(arguments, {"--testee"}, "is not for `list cases`");
  if (arguments.has("--cases")) refuse_flags_of_random_cases(arguments);
  harness::CaseSequence cases{.given = harness::read_judgeable_cases(arguments.all("--cases")),
                              .random = !arguments.has("--cases"),
                              .seed = seed_of(arguments),
                              .cache = cache_of(arguments),
                              .count = usual_cases};
  if (const auto budget = budget_of(arguments)) {
    if (!budget->cases) throw InputError(ErrorKind::range, "list: --budget must be a number of cases here");
    cases.count = budget->cases;
  }
  std::string text;
  Json lines = Json::array();
  for (std::int64_t number = 0; const auto value = cases.at(number); ++number) {
    if (arguments.has("--json"))
      lines.push_back(print_line(*value));
    else
      text += print_line(*value) + "\n";
  }
  if (arguments.has("--json"))
    print_json(lines);
  else
    reports::print(text);
  return 0;
}

int list(const Arguments& arguments) {
  static constexpr std::string_view subjects[] = {"backends", "caches", "masks", "classes", "cases"};
  if (arguments.words().empty())
    throw InputError(ErrorKind::syntax, "list: what? It lists " + listed(subjects));
  const auto& subject = arguments.words().front();
  if (std::find(std::begin(subjects), std::end(subjects), subject) == std::end(subjects))
    throw InputError(ErrorKind::unknown, "list: " + unknown_word("subject", subject, subjects));
  if (subject == "cases") return list_cases(arguments);
  const auto other = fmt::format("is not for `list {}`", subject);
  refuse_flags(arguments, {"--cases", "--budget", "--seed", "--cache"}, other);
  if (subject == "backends") return list_backends(arguments);
  refuse_flags(arguments, {"--testee"}, other);
  const auto glossary = subject == "caches"  ? cache_glossary()
                        : subject == "masks" ? mask_glossary()
                                             : class_glossary();
  return print_glossary(glossary, arguments.has("--json")), 0;
}

} // namespace

Command list_command() {
  return {.name = "list",
          .summary = "list what there is",
          .words = "backends|caches|masks|classes|cases",
          .most_words = 1,
          .flags = {testee_flag(),
                    {"--json", "", "as a JSON array", false},
                    cases_flag(),
                    {"--budget", "N", "cases: how many random ones (20)", false},
                    seed_flag(),
                    cache_flag()},
          .examples = {"list backends", "list masks", "list cases --seed 7 --cache ring",
                       "list backends --testee 'python3 ADAPTER.py' --json"},
          .execute = list};
}

} // namespace attest::commands
