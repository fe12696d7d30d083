// A report file is whole or not there.
#include "reports/output_file.hpp"

#include "cases/error.hpp"
#include "cases/testing.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <thread>
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

TEST_CASE("a named pipe that nobody reads is found out at once") {
  const Folder folder;
  const auto path = folder / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(OutputFile(path), "cannot write '" + path + "': nobody reads it; start its reader first");
  CHECK(fs::is_fifo(path));
}

TEST_CASE("a named pipe gives its reader all, however slow it is") {
  const Folder folder;
  const auto path = folder / "pipe";
  const std::string text(1 << 20, 'x'); // more than a pipe holds
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  OutputFile file(path);
  std::size_t got = 0;
  std::thread reading([&] {
    std::string buffer(4096, ' ');
    for (ssize_t count = 1; count != 0; got += count > 0 ? static_cast<std::size_t>(count) : 0)
      count = ::read(reader, buffer.data(), buffer.size());
  });
  file.commit(text);
  reading.join();
  CHECK(got == text.size());
  ::close(reader);
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
