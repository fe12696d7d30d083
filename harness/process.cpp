// How a child process is started, watched, killed and collected.
#include "harness/process.hpp"

#include "harness/pause.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>

extern char** environ;

namespace attest::harness {
namespace {

struct Pipe {
  Descriptor read, write;
};

void check(int error, const std::string& what) {
  if (error != 0)
    throw std::runtime_error(fmt::format("{}: {}", what, std::generic_category().message(error)));
}

/// Both ends close on exec, from the moment they exist: another thread may start another testee at any time.
Pipe make_pipe() {
  int ends[2] = {-1, -1};
  check(::pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno, "cannot make a pipe");
  return {.read = Descriptor(ends[0]), .write = Descriptor(ends[1])};
}

/// Our end of a pipe never blocks; and a large pipe, where the system grants one, spares many switches
/// between the two processes.
void set_up(const Descriptor& descriptor) {
  check(::fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) == 0 ? 0 : errno, "cannot set up a pipe");
  ::fcntl(descriptor.number(), F_SETPIPE_SZ, 1 << 20);
}

/// What posix_spawn wants to know: the three pipes as 0, 1, 2; a new process group; signals as a fresh
/// program expects them.
class SpawnSettings {
public:
  SpawnSettings(int in, int out, int err) {
    check(::posix_spawn_file_actions_init(&actions_), "cannot prepare a process");
    check(::posix_spawnattr_init(&attributes_), "cannot prepare a process");
    ::posix_spawn_file_actions_adddup2(&actions_, in, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, out, 1);
    ::posix_spawn_file_actions_adddup2(&actions_, err, 2);
    sigset_t none, pipe;
    sigemptyset(&none);
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &pipe);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  /// 0 or an errno; an exec that fails is reported here too.
  int spawn(pid_t& pid, const std::vector<std::string>& command) const {
    std::vector<char*> words;
    for (const auto& word : command)
      words.push_back(const_cast<char*>(word.c_str())); // posix_spawn does not write to them
    words.push_back(nullptr);
    return ::posix_spawnp(&pid, words[0], &actions_, &attributes_, words.data(), environ);
  }

private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

} // namespace

Process::Process(const std::vector<std::string>& command) {
  if (command.empty()) throw std::runtime_error("cannot run a testee: its command has no words");
  Pipe in = make_pipe(), out = make_pipe(), err = make_pipe();
  set_up(in.write);
  set_up(out.read);
  set_up(err.read);
  const SpawnSettings settings(in.read.number(), out.write.number(), err.write.number());
  check(settings.spawn(pid_, command), fmt::format("cannot run '{}'", command.front()));
  input_ = std::move(in.write);
  output_ = std::move(out.read);
  errors_ = std::move(err.read);
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), input_(std::move(other.input_)), output_(std::move(other.output_)),
      errors_(std::move(other.errors_)) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    end();
    pid_ = std::exchange(other.pid_, -1);
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
