// Command lines by CLI11: it splits; what a value means is read by the commands.
#include "harness/commands/parse.hpp"

#include "cases/error.hpp"
#include "cases/words.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace attest::commands {
namespace {

[[noreturn]] void refuse(const Command& command, const std::string& what) {
  throw InputError(ErrorKind::syntax,
                   fmt::format("{}: {} (see `attest {} --help`)", command.name, what, command.name));
}

[[noreturn]] void refuse_rest(const Command& command, const std::string& word) {
  if (word.size() < 2 || word[0] != '-') {
    if (command.most_words == 0) refuse(command, fmt::format("it takes no word like '{}'", word));
    refuse(command, fmt::format("'{}' is one word too many; a line with spaces is one word in quotes", word));
  }
  std::vector<std::string_view> known = {"--help"};
  for (const auto& flag : command.flags) known.push_back(flag.name);
  refuse(command,
         fmt::format("unknown flag '{}'{}", word, suggestion(word.substr(0, word.find('=')), known)));
}

/// What the flags of a command are read into.
struct Targets {
  std::vector<std::string> words = {};
  std::map<std::string, std::vector<std::string>> values = {};
  std::map<std::string, bool> switches = {};
};

void add_flags(CLI::App& app, const Command& command, Targets& targets) {
  if (command.most_words > 0) app.add_option("words", targets.words)->expected(-1);
  for (const auto& flag : command.flags) {
    if (flag.value.empty())
      app.add_flag(flag.name, targets.switches[flag.name]);
    else
      app.add_option(flag.name, targets.values[flag.name])->allow_extra_args(false)->expected(1);
  }
  for (auto* option : app.get_options())
    if (!option->get_positional()) option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Arguments arguments_of(const Command& command, const Targets& targets) {
  std::map<std::string, std::vector<std::string>> given;
  for (const auto& flag : command.flags) {
    if (flag.value.empty()) {
      if (targets.switches.at(flag.name)) given[flag.name];
      continue;
    }
    const auto& values = targets.values.at(flag.name);
    if (values.size() > 1 && !flag.repeats) refuse(command, flag.name + " is given twice");
    for (const auto& value : values)
      if (value.rfind("--", 0) == 0)
        refuse(command, fmt::format("{} needs a value, and '{}' looks like a flag", flag.name, value));
    if (!values.empty()) given[flag.name] = values;
  }
  return {targets.words, given};
}

} // namespace

std::optional<Arguments> parse_arguments(const Command& command, const std::vector<std::string>& words) {
  CLI::App app;
  Targets targets;
  app.allow_extras();
  add_flags(app, command, targets);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    return {};
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    refuse(command, what.substr(0, what.find(':')) + " needs a value");
  } catch (const CLI::ParseError& error) {
    refuse(command, error.what());
  }
  if (const auto rest = app.remaining(); !rest.empty()) refuse_rest(command, rest.front());
  if (targets.words.size() > command.most_words) refuse_rest(command, targets.words[command.most_words]);
  return arguments_of(command, targets);
}

std::string help_of(const Command& command) {
  std::string text =
      fmt::format("attest {}: {}\n\nUsage: attest {}", command.name, command.summary, command.name);
  if (!command.words.empty()) text += " " + command.words;
  text += command.flags.empty() ? "\n" : " [flags]\n\nFlags:\n";
  for (const auto& flag : command.flags) {
    const auto name = flag.value.empty() ? flag.name : flag.name + " " + flag.value;
    text += fmt::format("  {:<28} {}\n", name + (flag.repeats ? " .." : ""), flag.help);
  }
  text += "\nExamples:\n";
  for (const auto& example : command.examples) text += fmt::format("  attest {}\n", example);
  return text;
}

} // namespace attest::commands
