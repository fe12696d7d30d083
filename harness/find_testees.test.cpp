// Which program the first word of a --testee command is.
#include "harness/find_testees.hpp"

#include "cases/testing.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace fs = std::filesystem;
using attest::harness::program_beside;

namespace {

/// A folder of this test's own with an executable file `attest` in it, removed at its end.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("attest-beside-" + std::to_string(::getpid()));
  Folder() {
    fs::create_directories(path);
    std::ofstream(path / "attest") << "#!/bin/sh\n";
    fs::permissions(path / "attest", fs::perms::owner_all);
  }
  ~Folder() { fs::remove_all(path); }
};

} // namespace

TEST_CASE("attest in a command is the one beside this one where PATH has none") {
  const Folder folder;
  const std::string executable = (folder.path / "attest").string();
  CHECK(program_beside("attest", executable, "/no/such/folder") == executable);
  CHECK(program_beside("attest", executable, "/no/such/folder:" + folder.path.string()) == "attest");
  CHECK(program_beside("attest-torch", executable, "/no/such/folder") == "attest-torch"); // not there either
  CHECK(program_beside("./attest", executable, "/no/such/folder") == "./attest");
  CHECK(program_beside("python3", executable, "/no/such/folder") == "python3");
}
