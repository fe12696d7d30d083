// Writes aside, then renames: no reader ever sees half a report.
#include "reports/output_file.hpp"

#include "cases/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>

namespace attest::reports {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw InputError(ErrorKind::file, fmt::format("cannot write '{}': {}", path, why));
}

void write_whole(const std::string& path, const std::string& text, const std::string& shown) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) fail(shown, std::strerror(errno));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) fail(shown, std::strerror(errno));
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
  if (fs::exists(status) && !fs::is_regular_file(status)) return;
  const auto aside = fmt::format("{}.{}.part", path_, getpid());
  write_whole(aside, "", path);
  aside_ = aside;
}

OutputFile::~OutputFile() {
  if (!aside_.empty()) std::remove(aside_.c_str());
}

void OutputFile::commit(const std::string& text) {
  if (aside_.empty()) return write_whole(path_, text, path_);
  write_whole(aside_, text, path_);
  if (std::rename(aside_.c_str(), path_.c_str()) != 0) fail(path_, std::strerror(errno));
  aside_.clear();
}

} // namespace attest::reports
