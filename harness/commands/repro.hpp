// `attest repro`: one case on some backends, with pictures of what was read.
#pragma once

#include "harness/commands/command.hpp"

namespace attest::commands {

Command repro_command();

} // namespace attest::commands
