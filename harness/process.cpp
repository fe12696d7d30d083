// How a child process is started, watched, killed and collected.
#include "harness/process.hpp"

#include "harness/pause.hpp"
#include "harness/spawn.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>

namespace attest::harness {
namespace {

/// Our end of a pipe never blocks; and a large pipe, where the system grants one, spares many switches
/// between the two processes.
void set_up(const Descriptor& descriptor) {
  if (::fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) != 0)
    throw std::runtime_error("cannot set up a pipe: " + std::generic_category().message(errno));
  ::fcntl(descriptor.number(), F_SETPIPE_SZ, 1 << 20);
}

} // namespace

Process::Process(const std::vector<std::string>& command) {
  Pipe in = make_pipe(), out = make_pipe(), err = make_pipe();
  set_up(in.write);
  set_up(out.read);
  set_up(err.read);
  pid_ = spawn(command, {.in = in.read.number(), .out = out.write.number(), .err = err.write.number()});
  guard_ = Guard(pid_);
  input_ = std::move(in.write);
  output_ = std::move(out.read);
  errors_ = std::move(err.read);
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), guard_(std::move(other.guard_)), input_(std::move(other.input_)),
      output_(std::move(other.output_)), errors_(std::move(other.errors_)) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    end();
    pid_ = std::exchange(other.pid_, -1);
    guard_ = std::move(other.guard_);
    input_ = std::move(other.input_);
    output_ = std::move(other.output_);
    errors_ = std::move(other.errors_);
  }
  return *this;
}

// WNOWAIT leaves the process to be collected, which keeps its number, and that of its group, from being given
// to another.
bool Process::ended() const {
  siginfo_t info = {};
  if (pid_ < 0) return true;
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0)
    return errno == ECHILD;
  return info.si_pid != 0;
}

std::string Process::ending() const {
  siginfo_t info = {};
  if (pid_ < 0 || ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0)
    return "ended";
  if (info.si_pid == 0) return "";
  if (info.si_code == CLD_EXITED) return fmt::format("exited with status {}", info.si_status);
  return fmt::format("was killed by {}", signal_name(info.si_status));
}

void Process::end() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  guard_.end();
  // A process that hangs within a driver cannot be collected; it must not hang us, so we give up on it.
  Pause pause(std::chrono::seconds(5));
  while (::waitpid(pid_, nullptr, WNOHANG) == 0 && pause.again()) {
  }
  pid_ = -1;
}

std::string signal_name(int signal) {
  static const std::map<int, const char*> names = {
      {SIGABRT, "SIGABRT"}, {SIGALRM, "SIGALRM"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
      {SIGHUP, "SIGHUP"},   {SIGILL, "SIGILL"},   {SIGINT, "SIGINT"},   {SIGKILL, "SIGKILL"},
      {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"}, {SIGSEGV, "SIGSEGV"}, {SIGSYS, "SIGSYS"},
      {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"}, {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"},
      {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}};
  const auto name = names.find(signal);
  return name == names.end() ? fmt::format("signal {}", signal)
                             : fmt::format("signal {} ({})", signal, name->second);
}

} // namespace attest::harness
