// The entry: words in, exit code out; every error becomes one sentence here and nowhere else.
#include "cases/error.hpp"
#include "harness/commands/command.hpp"
#include "harness/interrupt.hpp"
#include "harness/testee.hpp"
#include "reports/console.hpp"

#include <csignal>
#include <exception>
#include <new>

namespace {

/// The sentence of an error, and the exit code that goes with its kind (CONTRACT section 14).
int report(const std::exception& error) {
  attest::reports::show_progress("");
  if (dynamic_cast<const attest::harness::TesteeFailed*>(&error) != nullptr) {
    attest::reports::print_diagnostic(error.what());
    return 4;
  }
  if (dynamic_cast<const attest::InputError*>(&error) != nullptr) {
    attest::reports::print_diagnostic(error.what());
    return 2;
  }
  if (dynamic_cast<const attest::harness::Interrupted*>(&error) != nullptr) {
    attest::reports::print_diagnostic(attest::harness::interruption());
    return 3;
  }
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    attest::reports::print_diagnostic("there is not enough memory for this case");
    return 3;
  }
  attest::reports::print_diagnostic(std::string("this is a fault of attest itself: ") + error.what());
  return 3;
}

} // namespace

int main(int count, char** words) {
  std::signal(SIGXFSZ, SIG_IGN); // so is a file that may grow no further
  std::signal(SIGPIPE, SIG_IGN); // a reader that has gone away is an answer of write(), not the end of us
  try {
    return attest::commands::execute({words + 1, words + count});
  } catch (const std::exception& error) {
    return report(error);
  }
}
