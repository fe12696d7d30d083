// Words to arguments: the only place that knows the command line library, whose own messages nobody gets to
// see.
#pragma once

#include "harness/commands/command.hpp"

namespace attest::commands {

/// Nothing if help was asked for. Throws InputError with one sentence: unknown flag (the nearest is named), a
/// value that lacks, a flag given twice, a word too many.
std::optional<Arguments> parse_arguments(const Command&, const std::vector<std::string>& words);

std::string help_of(const Command&);

} // namespace attest::commands
