// `attest selftest`: the judge on trial, by its own seeded faults and correct variants.
#pragma once

#include "harness/commands/command.hpp"

namespace attest::commands {

Command selftest_command();

} // namespace attest::commands
