// Serves the plain backends, which need no library, or the seeded ones over stdin and stdout.
#include "harness/commands/serve.hpp"

#include "backends/seeded/seeded.hpp"
#include "backends/server.hpp"
#include "reports/version.hpp"

namespace attest::commands {
namespace {

std::vector<backends::Backend> seeded_backends() {
  std::vector<backends::Backend> all;
  for (const auto& mutant : backends::mutants()) all.push_back(mutant.backend);
  for (const auto& variant : backends::variants()) all.push_back(variant.backend);
  return all;
}

int serve(const Arguments& arguments) {
  const bool seeded = arguments.has("--seeded");
  return backends::serve({.name = seeded ? "attest-seeded" : "attest serve",
                          .versions = {{"attest", std::string(reports::version)}},
                          .backends = seeded ? seeded_backends() : backends::composed_backends()});
}

} // namespace

Command serve_command() {
  return {
      .name = "serve",
      .summary = "the built-in testee: answers frames on stdin and stdout",
      .words = "",
      .most_words = 0,
      .flags = {{.name = "--seeded",
                 .help = "serve backends with one fault each, put in on purpose, and unusual right ones"}},
      .examples = {"list backends --testee 'attest serve'",
                   "repro 'steps=4 mask=causal&window:2' --backend plain@window-one-wide "
                   "--testee 'attest serve --seeded'"},
      .execute = serve};
}

} // namespace attest::commands
