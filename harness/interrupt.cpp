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
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return caught != 0; }

std::string interruption() {
  if (caught == 0) return "";
  return caught == SIGINT ? "interrupted by SIGINT" : "interrupted by SIGTERM";
}

} // namespace attest::harness
