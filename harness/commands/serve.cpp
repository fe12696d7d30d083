// Serves the plain backends, which need no library, over stdin and stdout.
#include "harness/commands/serve.hpp"

#include "backends/server.hpp"
#include "reports/version.hpp"

namespace attest::commands {
namespace {

int serve(const Arguments&) {
  return backends::serve({.name = "attest serve",
                          .versions = {{"attest", std::string(reports::version)}},
                          .backends = backends::composed_backends()});
}

} // namespace

Command serve_command() {
  return {.name = "serve",
          .summary = "the built-in testee: answers frames on stdin and stdout",
          .words = "",
          .most_words = 0,
          .flags = {},
          .examples = {"list backends --testee 'attest serve'"},
          .execute = serve};
}

} // namespace attest::commands
