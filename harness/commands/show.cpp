// Shows cases as text or JSON.
#include "harness/commands/show.hpp"

#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/line.hpp"
#include "harness/case_sequence.hpp"
#include "harness/commands/pictures.hpp"
#include "harness/commands/show_json.hpp"
#include "harness/commands/values.hpp"
#include "reference/rules.hpp"
#include "reports/console.hpp"

#include <fmt/core.h>

namespace attest::commands {
namespace {

constexpr std::size_t most_lines = 100'000;

std::vector<Case> cases_of(const Arguments& arguments) {
  auto cases = harness::read_judgeable_cases(arguments.all("--cases"));
  for (const auto& line : arguments.words()) cases.push_back(reference::read_line(line));
  return cases;
}

std::optional<Profile> profile_of(const Arguments& arguments) {
  const auto name = arguments.one("--profile");
  if (!arguments.has("--values")) {
    if (name) throw InputError(ErrorKind::conflict, "show: --profile is for --values, which is not given");
    return {};
  }
  if (!arguments.has("--json")) throw InputError(ErrorKind::conflict, "show: --values needs --json");
  return named_profile(name.value_or("math"));
}

std::string text_of(const Case& value) {
  std::string text = print_line(value) + "\n";
  for (const auto& picture : expected_pictures(value))
    text += fmt::format("\n{}", reports::draw(picture, {.whole = true}));
  return text;
}

/// One case a line: an array that is readable and still quick to make.
void print_json(const std::vector<Case>& cases, const std::optional<Profile>& values) {
  std::string text = "[";
  for (const auto& value : cases) {
    text += text.size() > 1 ? ",\n" : "\n";
    text += dump_json(shown_case(value, values));
  }
  reports::print(text + "\n]\n");
}

int show(const Arguments& arguments) {
  if (arguments.words().empty() && !arguments.has("--cases"))
    throw InputError(ErrorKind::syntax, "show: a line or --cases is needed");
  const auto profile = profile_of(arguments);
  const auto cases = cases_of(arguments);
  if (arguments.has("--json")) return print_json(cases, profile), 0;
  std::string text;
  for (const auto& value : cases) text += fmt::format("{}{}", text.empty() ? "" : "\n", text_of(value));
  reports::print(text);
  return 0;
}

} // namespace

Command show_command() {
  return {.name = "show",
          .summary = "show what a case means: masks, slots, tokens",
          .words = "LINE..",
          .most_words = most_lines,
          .flags = {cases_flag(),
                    {"--json", "", "an array with one object per case", false},
                    {"--values", "", "with --json: the tensors, what is right, and the bound", false},
                    {"--profile", "NAME", "with --values: math, flash or eager (math)", false}},
          .examples = {"show 'steps=3,3,2,1 cache=sliding:4 mask=causal&window:4'",
                       "show 'batch=2 steps=4,1 cache=static:6 pad=left:1,0' --json",
                       "show 'steps=2 dim=2' --json --values --profile flash"},
          .execute = show};
}

} // namespace attest::commands
