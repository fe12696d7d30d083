// The signal handler.
#include "harness/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace attest::harness {
namespace {

// Read by every worker, so volatile alone would be a data race; without a lock it is as fit for a handler.
std::atomic<std::sig_atomic_t> caught = 0;
static_assert(std::atomic<std::sig_atomic_t>::is_always_lock_free);

void handle(int signal) { caught = signal; }

} // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = handle;
  // Not SA_RESETHAND: `timeout` and shells signal a process and then its group, so that a second signal is no
  // second wish.
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaction(signal, &action, nullptr);
}

bool interrupted() { return caught != 0; }

std::string interruption() {
  if (caught == 0) return "";
  switch (caught) {
  case SIGINT: return "interrupted by SIGINT";
  case SIGHUP: return "interrupted by SIGHUP";
  case SIGQUIT: return "interrupted by SIGQUIT";
  default: return "interrupted by SIGTERM";
  }
}

} // namespace attest::harness
