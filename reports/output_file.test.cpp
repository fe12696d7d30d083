// A report file is whole or not there.
#include "reports/output_file.hpp"

#include "cases/error.hpp"
#include "cases/testing.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace fs = std::filesystem;
using attest::reports::OutputFile;

namespace {

/// A folder of this test's own, removed at its end.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("attest-output-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  auto files() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST_CASE("a file appears when it is committed, and nothing else stays") {
  const Folder folder;
  const auto path = folder / "out.json";
  {
    OutputFile file(path);
    CHECK_FALSE(fs::exists(path));
    file.commit("{}\n");
    CHECK(text_of(path) == "{}\n");
  }
  CHECK(folder.files() == 1);
}

TEST_CASE("what is not committed leaves the old file as it was") {
  const Folder folder;
  const auto path = folder / "out.json";
  std::ofstream(path) << "old";
  { const OutputFile file(path); }
  CHECK(text_of(path) == "old");
  CHECK(folder.files() == 1);
}

TEST_CASE("an unwritable place is found out at once") {
  const Folder folder;
  CHECK_THROWS_AS(OutputFile(folder / "no/such/folder/out.json"), attest::InputError);
  CHECK_THROWS_AS(OutputFile(folder.path.string()), attest::InputError);
}

TEST_CASE("links are followed and devices are written in place") {
  const Folder folder;
  const auto path = folder / "out.json", link = folder / "link.json";
  std::ofstream(path) << "old";
  fs::create_symlink(path, link);
  OutputFile(link).commit("new");
  CHECK(fs::is_symlink(link));
  CHECK(text_of(path) == "new");
  OutputFile("/dev/null").commit("gone");
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a pipe that has no path of its own is written in place") {
  int ends[2] = {-1, -1};
  REQUIRE(::pipe(ends) == 0);
  CHECK_NOTHROW(OutputFile("/dev/fd/" + std::to_string(ends[1])).commit("whole"));
  ::close(ends[1]);
  char text[16] = {};
  CHECK(::read(ends[0], text, sizeof text - 1) == 5);
  CHECK(std::string(text) == "whole");
  ::close(ends[0]);
}
