// Case files and folders of them; a file written on Windows reads like any other.
#include "cases/files.hpp"

#include "cases/case_json.hpp"
#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/line.hpp"
#include "cases/numbers.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>

namespace attest {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_file(const std::string& path, const std::string& sentence) {
  throw InputError(ErrorKind::file, fmt::format("{}: {}", path, sentence));
}

/// Without the byte order mark that some editors put in front of UTF-8.
std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.substr(0, mark.size()) == mark ? text.substr(mark.size()) : text;
}

void refuse_utf16(std::string_view text, const std::string& path) {
  const std::string_view start = text.substr(0, 2);
  if (start == "\xff\xfe" || start == "\xfe\xff")
    fail_file(path, "is UTF-16 text; save it as UTF-8 or ASCII");
}

bool is_skipped(std::string_view line) {
  return line.find_first_not_of(' ') == std::string_view::npos || line.front() == '#';
}

std::vector<PlacedCase> read_lines(std::string_view text, const std::string& path) {
  std::vector<PlacedCase> cases;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (is_skipped(line)) continue;
    const std::string place = fmt::format("{}:{}", path, number);
    try {
      cases.push_back({parse_line(line), place});
    } catch (const InputError& error) {
      throw InputError(error.kind(), fmt::format("{}: {}", place, error.what()));
    }
  }
  return cases;
}

std::vector<PlacedCase> read_array(std::string_view text, const std::string& path) {
  const Json array = parse_json(text, path);
  if (!array.is_array()) fail_file(path, "a .json file of cases must hold an array of JSON forms");
  std::vector<PlacedCase> cases;
  for (const Json& item : array) {
    const std::string pointer = fmt::format("/{}", cases.size());
    try {
      cases.push_back({case_from_json(item, pointer), fmt::format("{}:{}", path, pointer)});
    } catch (const InputError& error) {
      throw InputError(error.kind(), fmt::format("{}:{}", path, error.what()));
    }
  }
  return cases;
}

std::vector<PlacedCase> read_case_file(const fs::path& path) {
  const std::string name = path.string();
  const std::string bytes = read_file(name);
  refuse_utf16(bytes, name);
  const std::string_view text = without_mark(bytes);
  return path.extension() == ".json" ? read_array(text, name) : read_lines(text, name);
}

std::vector<fs::path> case_files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const fs::path& path = at->path();
    if (path.extension() == ".cases" || path.extension() == ".json") files.push_back(path);
  }
  if (error) fail_file(folder.string(), "can't read the folder: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail_file(path, "is a folder, not a file");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    fail_file(path,
              fmt::format("can't read the file: {}", errno != 0 ? std::strerror(errno) : "unknown reason"));
  std::ostringstream bytes;
  if (stream.peek() != std::ifstream::traits_type::eof())
    bytes << stream.rdbuf(); // an empty file is no failure
  if (stream.bad() || bytes.fail()) fail_file(path, "can't read the file to its end");
  return bytes.str();
}

std::vector<PlacedCase> read_cases(const std::string& line_or_path) {
  if (line_or_path.find('=') != std::string::npos) return {{parse_line(line_or_path), "line"}};
  std::error_code ignored;
  if (!fs::is_directory(line_or_path, ignored)) return read_case_file(line_or_path);
  std::vector<PlacedCase> cases;
  for (const fs::path& path : case_files_in(line_or_path)) {
    const std::vector<PlacedCase> of_file = read_case_file(path);
    cases.insert(cases.end(), of_file.begin(), of_file.end());
  }
  return cases;
}

} // namespace attest
