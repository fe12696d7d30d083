// Case files: lines, JSON arrays, folders, and what Windows editors make of them.
#include "cases/files.hpp"

#include "cases/error.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <unistd.h>

namespace attest {

namespace {

namespace fs = std::filesystem;

/// A folder of its own that is gone when the test ends.
class Folder {
public:
  Folder() : path_(fs::temp_directory_path() / ("attest-files-test-" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

private:
  fs::path path_;
};

struct Failure {
  ErrorKind kind;
  std::string message;
};

std::optional<Failure> failure_of(const std::string& path) {
  try {
    read_cases(path);
    return {};
  } catch (const InputError& error) {
    return Failure{error.kind(), error.what()};
  }
}

} // namespace

TEST_CASE("a text with = is a line") {
  const auto cases = read_cases("steps=4 batch=2");
  REQUIRE(cases.size() == 1);
  CHECK(cases[0].value == parse_line("batch=2 steps=4"));
}

TEST_CASE("a file holds a line per case, empty lines and comments aside") {
  const Folder folder;
  const std::string path =
      folder.write("a.cases", "# three cases\nsteps=4\n\n   \n#steps=x\nsteps=5\nsteps=6");
  const auto cases = read_cases(path);
  REQUIRE(cases.size() == 3);
  CHECK(cases[1].value == parse_line("steps=5"));
  CHECK(cases[1].place == path + ":6");
  CHECK(cases[2].place == path + ":7");
}

TEST_CASE("a file written on Windows reads like any other") {
  const Folder folder;
  const auto cases = read_cases(folder.write("w.cases", "\xef\xbb\xbfsteps=4\r\n\r\n# x\r\nsteps=5\r\n"));
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].value == parse_line("steps=4"));
  CHECK(read_cases(folder.write("w.json", "\xef\xbb\xbf[{\"steps\":[{\"op\":\"feed\",\"tokens\":4}]}]\r\n"))
            .size() == 1);
  const auto failure = failure_of(folder.write("utf16.cases", std::string("\xff\xfes\0t\0", 6)));
  REQUIRE(failure.has_value());
  CHECK(failure->message.find("UTF-16") != std::string::npos);
}

TEST_CASE("a JSON file holds an array of JSON forms") {
  const Folder folder;
  const std::string path = folder.write(
      "a.json", R"([{"steps":[{"op":"feed","tokens":4}]},{"batch":2,"steps":[{"op":"feed","tokens":5}]}])");
  const auto cases = read_cases(path);
  REQUIRE(cases.size() == 2);
  CHECK(cases[1].value == parse_line("batch=2 steps=5"));
  CHECK(cases[1].place == path + ":/1");
  CHECK(failure_of(folder.write("b.json", "{}"))->kind == ErrorKind::file);
  CHECK(failure_of(folder.write("c.json", "[{"))->kind == ErrorKind::file);
  const auto failure = failure_of(folder.write("d.json", std::string("[]\0x", 4)));
  REQUIRE(failure.has_value());
  CHECK(failure->message.find("d.json: line 1, column 3: ") != std::string::npos);
}

TEST_CASE("a folder is its case files in order of name") {
  const Folder folder;
  folder.write("b.cases", "steps=2\n");
  folder.write("a.json", R"([{"steps":[{"op":"feed","tokens":1}]}])");
  folder.write("c.txt", "not a case file");
  const auto cases = read_cases(folder.path());
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].value == parse_line("steps=1"));
  CHECK(cases[1].value == parse_line("steps=2"));
}

TEST_CASE("errors name file and place") {
  const Folder folder;
  const std::string path = folder.write("bad.cases", "steps=4\nsteps=4 cache=lru\n");
  CHECK(failure_of(path)->message.rfind(path + ":2: word 2 'cache=lru': unknown cache kind 'lru'", 0) == 0);
  CHECK(failure_of(path)->kind == ErrorKind::unknown);
  const std::string json = folder.write("bad.json", R"([{"steps":[{"op":"feed","tokens":0}]}])");
  CHECK(failure_of(json)->message.rfind(json + ":/0/steps: ", 0) == 0);
}

TEST_CASE("what is not there can't be read") {
  const Folder folder;
  const auto failure = failure_of(folder.path() + "/none.cases");
  REQUIRE(failure.has_value());
  CHECK(failure->kind == ErrorKind::file);
  CHECK(failure->message.find("No such file") != std::string::npos);
  CHECK_THROWS_AS(read_file(folder.path()), InputError);
}

TEST_CASE("a file is read as bytes") {
  const Folder folder;
  const std::string bytes("a\r\n\0b\xff", 6);
  CHECK(read_file(folder.write("x", bytes)) == bytes);
}

} // namespace attest
