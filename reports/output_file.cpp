// Writes aside, then renames: no reader ever sees half a report.
#include "reports/output_file.hpp"

#include "cases/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace attest::reports {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw InputError(ErrorKind::file, fmt::format("cannot write '{}': {}", path, why));
}

void write_whole(int descriptor, const std::string& text, const std::string& shown) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) fail(shown, std::strerror(errno));
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Never waits: a pipe that nobody reads would be opened when somebody does, perhaps never. Writing may wait,
/// for a slow reader.
int opened(const std::string& path, int flags, const std::string& shown) {
  const int descriptor = ::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
  if (descriptor < 0 && errno == ENXIO) fail(shown, "nobody reads it; start its reader first");
  if (descriptor < 0) fail(shown, std::strerror(errno));
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

/// Symbolic links are followed, so that the rename replaces the file and not the link. Some lead to no path
/// at all: /dev/stdout to "pipe:[1234]", which only the system can open.
std::string resolved(const std::string& path) {
  std::error_code failed;
  if (!fs::is_symlink(path, failed)) return path;
  const auto target = fs::weakly_canonical(path, failed);
  return failed || target.empty() ? path : target.string();
}

} // namespace

OutputFile::OutputFile(const std::string& path) : path_(resolved(path)) {
  std::error_code unknown;
  const auto status = fs::status(path_, unknown);
  if (fs::is_directory(status)) fail(path, "it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    descriptor_ = opened(path_, 0, path);
    return;
  }
  const auto aside = fmt::format("{}.{}.part", path_, getpid());
  descriptor_ = opened(aside, O_CREAT | O_TRUNC, path);
  aside_ = aside;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!aside_.empty()) std::remove(aside_.c_str());
}

void OutputFile::commit(const std::string& text) {
  write_whole(descriptor_, text, path_);
  const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
  if (!closed) fail(path_, std::strerror(errno));
  if (aside_.empty()) return;
  if (std::rename(aside_.c_str(), path_.c_str()) != 0) fail(path_, std::strerror(errno));
  aside_.clear();
}

} // namespace attest::reports
