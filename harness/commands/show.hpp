// `attest show`: what a case means: its masks, slots and tokens; no backend is needed.
#pragma once

#include "harness/commands/command.hpp"

namespace attest::commands {

Command show_command();

} // namespace attest::commands
