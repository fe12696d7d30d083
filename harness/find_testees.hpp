// Which testees there are, and which of them has the backends that somebody asked for by name.
#pragma once

#include "harness/testee.hpp"
#include "reports/finding.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace attest::harness {

/// A testee by its command: as it is shown in reports, and as words to run.
struct TesteeCommand {
  std::string shown = "";
  std::vector<std::string> words = {};
};

/// The path of this executable.
std::string this_executable();

/// `attest serve`, and `attest-torch` if it lies beside this executable.
std::vector<TesteeCommand> testees_beside(const std::string& executable);

/// The first word of a command: `attest` or `attest-torch` that no folder of `path` (as in $PATH) has becomes
/// the one beside this executable, if there is one; any other word stays as it is.
std::string program_beside(const std::string& word, const std::string& executable, const std::string& path);

/// Those that were given by --testee; throws InputError for one that cannot be split into words or is empty.
std::vector<TesteeCommand> testees_given(const std::vector<std::string>& commands);

/// A backend that was asked for, and where it lives.
struct ChosenBackend {
  std::size_t testee = 0; ///< index into `Choice::options`
  reports::TesteeBackend facts = {};
};

struct Choice {
  std::vector<ChosenBackend> backends = {}; ///< in the order of the patterns, each once
  std::vector<TesteeOptions> options = {};  ///< of every testee, for workers to start their own
  std::vector<Testee> started = {};         ///< those that had to be asked: the first ones
};

struct Search {
  std::vector<std::string> patterns = {}; ///< names, `*` allowed
  std::vector<TesteeCommand> testees = {};
  bool ask_all = false;       ///< also those that no pattern needs, so that a name that two have is noticed
  TesteeOptions options = {}; ///< of every testee but for its command
};

/// Asks the testees in order until every name without `*` is found, or all of them. Throws InputError:
/// unknown for a name that none has, conflict for one that several of those asked have; TesteeFailed when one
/// that must be asked does not answer.
Choice choose_backends(const Search&);

} // namespace attest::harness
