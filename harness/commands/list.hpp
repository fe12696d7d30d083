// `attest list`: what there is: backends, caches, masks, classes, cases.
#pragma once

#include "harness/commands/command.hpp"

namespace attest::commands {

Command list_command();

} // namespace attest::commands
