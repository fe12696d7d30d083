// The flags --backend, --testee and --timeout together.
#include "harness/commands/choose.hpp"

#include "cases/error.hpp"
#include "harness/commands/values.hpp"
#include "harness/interrupt.hpp"

#include <fmt/core.h>

namespace attest::commands {

std::vector<harness::TesteeCommand> testees_of(const Arguments& arguments) {
  if (!arguments.has("--testee")) return harness::testees_beside(harness::this_executable());
  return harness::testees_given(arguments.all("--testee"));
}

harness::Choice choose(const Arguments& arguments) {
  harness::Search search{.patterns = arguments.all("--backend"),
                         .testees = testees_of(arguments),
                         .ask_all = arguments.has("--testee"),
                         .options = {}};
  search.options.timeout = timeout_of(arguments);
  search.options.interrupted = harness::interrupted;
  return harness::choose_backends(search);
}

void need_backend(const std::string& command, const Arguments& arguments) {
  if (arguments.has("--backend")) return;
  throw InputError(
      ErrorKind::syntax,
      fmt::format("{}: --backend is needed; `attest list backends` names the backends", command));
}

} // namespace attest::commands
