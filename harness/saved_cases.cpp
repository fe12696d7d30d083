// Writes case files.
#include "harness/saved_cases.hpp"

#include "cases/error.hpp"
#include "reports/output_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>

namespace attest::harness {
namespace {

namespace fs = std::filesystem;

/// Foreign text in a comment: on one line.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char character) { return character < ' '; }, ' ');
  return text;
}

std::string text_of(const reports::Finding& finding) {
  return fmt::format("# {} on {}\n# {}\n{}\n", finding.kind, finding.backend, on_one_line(finding.sentence),
                     finding.shrunk);
}

} // namespace

void prepare_folder(const std::string& folder) {
  if (folder.find('=') != std::string::npos)
    throw InputError(ErrorKind::file, fmt::format("--save: '{}' holds a '=', which marks a line", folder));
  std::error_code failed;
  fs::create_directory(folder, failed);
  if (!fs::is_directory(folder, failed))
    throw InputError(ErrorKind::file, fmt::format("--save: '{}' is not a folder and cannot be made", folder));
  reports::OutputFile((fs::path(folder) / "new").string()); // a file aside, gone at once
}

void save_findings(const std::string& folder, const std::vector<reports::Finding>& findings) {
  for (const reports::Finding& finding : findings)
    reports::OutputFile((fs::path(folder) / (finding.id + ".cases")).string()).commit(text_of(finding));
}

} // namespace attest::harness
