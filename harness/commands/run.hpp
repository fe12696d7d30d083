// `attest run`: many cases on some backends, and what is wrong with them.
#pragma once

#include "harness/commands/command.hpp"

namespace attest::commands {

Command run_command();

} // namespace attest::commands
