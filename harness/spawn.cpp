// posix_spawn and pipe2 with their errors as exceptions.
#include "harness/spawn.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace attest::harness {
namespace {

void check(int error, const std::string& what) {
  if (error != 0)
    throw std::runtime_error(fmt::format("{}: {}", what, std::generic_category().message(error)));
}

class Settings {
public:
  explicit Settings(const Surroundings& around) {
    check(::posix_spawn_file_actions_init(&actions_), "cannot prepare a process");
    check(::posix_spawnattr_init(&attributes_), "cannot prepare a process");
    ::posix_spawn_file_actions_adddup2(&actions_, around.in, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, around.out, 1);
    ::posix_spawn_file_actions_adddup2(&actions_, around.err, 2);
    sigset_t none, pipe;
    sigemptyset(&none);
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &pipe);
    ::posix_spawnattr_setpgroup(&attributes_, around.group);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Settings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Settings(const Settings&) = delete;
  Settings& operator=(const Settings&) = delete;

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

Pipe make_pipe() {
  int ends[2] = {-1, -1};
  check(::pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno, "cannot make a pipe");
  return {.read = Descriptor(ends[0]), .write = Descriptor(ends[1])};
}

pid_t spawn(const std::vector<std::string>& command, const Surroundings& around) {
  if (command.empty()) throw std::runtime_error("cannot run a testee: its command has no words");
  pid_t pid = -1;
  check(Settings(around).spawn(pid, command), fmt::format("cannot run '{}'", command.front()));
  return pid;
}

} // namespace attest::harness
