// A command of `attest` as a value: its words, its flags, its help, and the function that does it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attest::commands {

/// A flag with a value ("--seed S") or, if `value` is empty, a switch ("--json").
struct Flag {
  std::string name = "";  ///< "--seed"
  std::string value = ""; ///< "S"
  std::string help = "";
  bool repeats = false;
};

/// What was given on the command line, checked against the flags of the command and not yet read.
class Arguments {
public:
  Arguments(std::vector<std::string> words, std::map<std::string, std::vector<std::string>> flags)
      : words_(std::move(words)), flags_(std::move(flags)) {}

  const std::vector<std::string>& words() const { return words_; } ///< what is not a flag
  bool has(const std::string& flag) const { return flags_.count(flag) == 1; }
  std::optional<std::string> one(const std::string& flag) const {
    const auto found = flags_.find(flag);
    return found == flags_.end() ? std::nullopt : std::optional(found->second.front());
  }
  std::vector<std::string> all(const std::string& flag) const {
    const auto found = flags_.find(flag);
    return found == flags_.end() ? std::vector<std::string>() : found->second;
  }

private:
  std::vector<std::string> words_;
  std::map<std::string, std::vector<std::string>> flags_;
};

struct Command {
  std::string name = "";
  std::string summary = "";
  std::string words = ""; ///< "LINE.."; empty: takes none
  std::size_t most_words = 0;
  std::vector<Flag> flags = {};
  std::vector<std::string> examples = {};     ///< without the leading "attest "
  int (*execute)(const Arguments&) = nullptr; ///< returns the exit code
};

/// Every command, in the order of the help. A new one is a file of its own and one line in commands.cpp.
const std::vector<Command>& all_commands();

/// Reads the words after `attest`, does what they say and returns the exit code. Throws InputError for bad
/// usage.
int execute(const std::vector<std::string>& words);

} // namespace attest::commands
