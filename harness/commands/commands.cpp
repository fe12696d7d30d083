// The list of commands, and what `attest` does before one of them takes over: version, help, unknown words.
#include "harness/commands/command.hpp"

#include "cases/error.hpp"
#include "cases/words.hpp"
#include "harness/commands/list.hpp"
#include "harness/commands/parse.hpp"
#include "harness/commands/repro.hpp"
#include "harness/commands/run.hpp"
#include "harness/commands/selftest.hpp"
#include "harness/commands/serve.hpp"
#include "harness/commands/show.hpp"
#include "reports/console.hpp"
#include "reports/version.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace attest::commands {
namespace {

std::string help() {
  std::string text =
      "attest: a judge for attention masks and KV caches\n\nUsage: attest COMMAND [words and flags]\n\n";
  for (const auto& command : all_commands())
    text += fmt::format("  {:<8} {}\n", command.name, command.summary);
  text += "\nExamples:\n";
  for (const auto& command : all_commands())
    if (!command.examples.empty()) text += fmt::format("  attest {}\n", command.examples.front());
  return text + "\n`attest COMMAND --help` says more; `attest --version` says which one this is.\n"
                "Exit codes: 0 nothing wrong, 1 a finding, 2 bad usage or file, 3 nothing was tested or "
                "interrupted,\n"
                "4 a testee did not start.\n";
}

const Command& find(const std::string& name) {
  const auto& commands = all_commands();
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const Command& command) { return command.name == name; });
  if (found != commands.end()) return *found;
  std::vector<std::string_view> known;
  for (const auto& command : commands) known.push_back(command.name);
  const bool flag = name.size() > 1 && name[0] == '-';
  throw InputError(ErrorKind::unknown,
                   fmt::format("unknown {} '{}'{}; the commands are {}", flag ? "flag" : "command", name,
                               suggestion(name, known), listed(known)));
}

} // namespace

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = {run_command(), repro_command(), show_command(),
                                                list_command(), selftest_command(), serve_command()};
  return commands;
}

int execute(const std::vector<std::string>& words) {
  if (words.empty()) throw InputError(ErrorKind::syntax, "no command was given; `attest --help` lists them");
  const auto& first = words.front();
  if (first == "--version") return reports::print(fmt::format("attest {}\n", reports::version)), 0;
  if (first == "--help" || first == "-h" || first == "help") return reports::print(help()), 0;
  const Command& command = find(first);
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  const auto arguments = parse_arguments(command, rest);
  if (arguments) return command.execute(*arguments);
  return reports::print(help_of(command)), 0;
}

} // namespace attest::commands
