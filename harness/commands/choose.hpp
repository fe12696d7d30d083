// Which backends a command line asks for: the same flags mean the same in every command.
#pragma once

#include "harness/commands/command.hpp"
#include "harness/find_testees.hpp"

namespace attest::commands {

/// The testees of --testee, or else those beside this executable. Throws InputError for a command that cannot
/// be read.
std::vector<harness::TesteeCommand> testees_of(const Arguments&);

/// The backends that --backend names in these testees, with --timeout and interrupts in force. Throws
/// InputError for an unknown name, and for one that two testees have; TesteeFailed for a testee that does not
/// answer.
harness::Choice choose(const Arguments&);

/// Throws InputError unless --backend is given: "run: --backend is needed; ..".
void need_backend(const std::string& command, const Arguments&);

} // namespace attest::commands
