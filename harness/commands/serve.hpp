// `attest serve`: the built-in testee.
#pragma once

#include "harness/commands/command.hpp"

namespace attest::commands {

Command serve_command();

} // namespace attest::commands
