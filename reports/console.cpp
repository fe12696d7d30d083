// The only calls of the program that write to stdout and stderr.
#include "reports/console.hpp"

#include "cases/error.hpp"
#include "cases/numbers.hpp"
#include "cases/printable.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace attest::reports {

void print(const std::string& text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE)
    throw InputError(ErrorKind::file,
                     std::string("cannot write to standard output: ") + std::strerror(errno));
}

void print_diagnostic(const std::string& text) {
  std::string shown = "attest: ";
  for (const auto line : split(text, '\n')) shown += one_line(line, {.most = 4 * text.size()}) + "\n";
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void show_progress(const std::string& text) {
  if (isatty(STDERR_FILENO) == 0) return;
  const std::string line = "\r\033[K" + text;
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

bool takes_colour() {
  const char* terminal = std::getenv("TERM");
  const char* no_colour = std::getenv("NO_COLOR");
  const bool refused = (no_colour != nullptr && *no_colour != '\0') ||
                       (terminal != nullptr && std::string_view(terminal) == "dumb");
  return !refused && isatty(STDOUT_FILENO) != 0;
}

} // namespace attest::reports
