// Where text goes: results to stdout, diagnostics and progress to stderr, never mixed. Nothing else in the
// program prints.
#pragma once

#include <string>

namespace attest::reports {

/// Writes to stdout and flushes. A reader that has gone away is no error; any other failure throws InputError
/// (file).
void print(const std::string& text);

/// Writes "attest: TEXT\n" to stderr, each line of it so that a terminal obeys nothing in it.
void print_diagnostic(const std::string& text);

/// Shows one line of progress in place, only when stderr is a terminal; empty text removes it.
void show_progress(const std::string& text);

/// True if stdout is a terminal that takes colour (NO_COLOR and TERM=dumb are respected).
bool takes_colour();

} // namespace attest::reports
