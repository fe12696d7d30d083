// How testees are started, started again and stopped, and that nothing of them is left behind.
#include "harness/faulty.test.hpp"

#include <fmt/format.h>
#include <future>
#include <sys/wait.h>
#include <unistd.h>

using namespace attest;
using namespace attest::harness;
using namespace attest::testing;
using Catch::Matchers::Contains;

namespace {

/// A file of this test's own, gone after it.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / fmt::format("attest-{}-{}", name, ::getpid())) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }
  std::uintmax_t size() const { return std::filesystem::file_size(path_); }

private:
  std::filesystem::path path_;
};

std::string failure_of(const TesteeOptions& options) {
  try {
    Testee(options).hello();
  } catch (const TesteeFailed& failed) {
    return failed.what();
  }
  return "";
}

/// A testee that counts its starts in a file.
TesteeOptions counting(const std::string& mode, const TemporaryFile& file) {
  TesteeOptions options = faulty(mode);
  options.command.push_back(file.path());
  return options;
}

std::chrono::milliseconds time_of_stop(std::unique_ptr<Testee> testee) {
  const auto before = std::chrono::steady_clock::now();
  testee.reset();
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - before);
}

} // namespace

TEST_CASE("a testee that cannot be run says why") {
  CHECK_THAT(failure_of({.command = {"./no-such-testee", "--fast"}}),
             Contains("testee './no-such-testee --fast' gave no hello: cannot run './no-such-testee': No "
                      "such file or directory"));
  CHECK_THAT(failure_of({.command = {"no-such-testee-in-the-path"}}), Contains("No such file or directory"));
  CHECK_THAT(failure_of({.command = {source_path("harness")}}), Contains("Permission denied"));
  CHECK_THAT(failure_of({.command = {}}), Contains("no words"));
}

TEST_CASE("a testee that gives no hello says how, and what it wrote") {
  const std::string died = failure_of(faulty("start-dies"));
  CHECK_THAT(died,
             Contains("gave no hello: exited with status 7\nit wrote to stderr:\nno module named torch"));
  TesteeOptions silent = faulty("start-sleeps");
  silent.hello_timeout = 300ms;
  CHECK_THAT(failure_of(silent), Contains("gave no hello: no whole reply within 0.3 s"));
  CHECK_THAT(failure_of({.command = {"sh", "-c", "echo Hello, world; cat"}}),
             Contains("cannot begin with \"Hello, w\""));
  CHECK_THAT(failure_of({.command = {"cat"}}), Contains("name")); // the request itself comes back
}

TEST_CASE("a hello is read strictly") {
  CHECK_THAT(failure_of(faulty("hello-protocol")),
             Contains("': its hello is wrong: ") && Contains("/protocol"));
  CHECK_THAT(failure_of(faulty("hello-protocol")), !Contains("gave no hello"));
  CHECK_THAT(failure_of(faulty("hello-unknown-field")), Contains("mood"));
  CHECK_THAT(failure_of(faulty("hello-no-backend")), Contains("declares no backend"));
  CHECK_THAT(failure_of(faulty("hello-twice-the-same")), Contains("declares backend 'echo' twice"));
  CHECK_THAT(failure_of(faulty("hello-bad-name")), Contains("printable ASCII without spaces"));
}

TEST_CASE("a testee that worked once gets three tries") {
  SECTION("two failed starts are forgiven") {
    const TemporaryFile file("start-dies-twice");
    Testee testee(counting("start-dies-twice", file));
    CHECK(broken(testee.ask({cursed()})[0]).message == "exited with status 1");
    CHECK(answers(testee.ask({right()})[0], right()));
    CHECK(file.size() == 4);
  }
  SECTION("three are not") {
    const TemporaryFile file("start-dies-later");
    Testee testee(counting("start-dies-later", file));
    CHECK(broken(testee.ask({cursed()})[0]).message == "exited with status 1");
    CHECK_THROWS_WITH(testee.ask({right()}),
                      Contains("failed to start three times in a row: exited with status 8"));
    CHECK(file.size() == 4);
    CHECK(testee.hello().name == "faulty"); // what it said stays known, for the report
  }
  SECTION("it must stay the same testee") {
    const TemporaryFile file("hello-changes");
    Testee testee(counting("hello-changes", file));
    broken(testee.ask({cursed()})[0]);
    CHECK_THROWS_WITH(testee.ask({right()}),
                      Contains("after its restart it declares other things than before"));
  }
  SECTION("but the order of its features says nothing") {
    const TemporaryFile file("hello-shuffles");
    Testee testee(counting("hello-shuffles", file));
    broken(testee.ask({cursed()})[0]);
    CHECK(answers(testee.ask({right()})[0], right()));
    CHECK(file.size() == 2);
  }
}

TEST_CASE("a testee stops when asked, and is killed when it does not") {
  auto testee = std::make_unique<Testee>(faulty("right"));
  testee->hello();
  CHECK(time_of_stop(std::move(testee)) < 4s);

  TesteeOptions stubborn = faulty("ignores-stop");
  stubborn.stop_timeout = 300ms;
  testee = std::make_unique<Testee>(stubborn);
  testee->hello();
  const auto time = time_of_stop(std::move(testee));
  CHECK(time >= 300ms);
  CHECK(time < 4s);
}

TEST_CASE("starting and killing leaks no descriptor and no zombie") {
  const auto before = open_descriptors();
  {
    Testee testee(faulty("exit-3"));
    for (int i = 0; i < 40; ++i) CHECK(broken(testee.ask({cursed()})[0]).kind == Broken::Kind::crash);
    for (int i = 0; i < 260; ++i) CHECK_FALSE(failure_of({.command = {"true"}}).empty());
    for (int i = 0; i < 40; ++i) CHECK_FALSE(failure_of({.command = {"./no-such-testee"}}).empty());
    Testee moved = std::move(testee);
    CHECK(answers(moved.ask({right()})[0], right()));
    Testee other(faulty("right"));
    other.hello();
    other = std::move(moved); // stops the one that ran
    CHECK(answers(other.ask({right()})[0], right()));
  }
  CHECK(open_descriptors() == before);
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1); // no child at all
}

TEST_CASE("testees live side by side in several threads") {
  const auto work = [] {
    Testee testee(faulty("exit-3"));
    bool good = true;
    for (int i = 0; i < 5; ++i) {
      const auto observations = testee.ask({right(i), cursed()});
      good = good && answers(observations[0], right(i)) &&
             std::holds_alternative<Broken>(observations[1].result);
    }
    return good;
  };
  std::vector<std::future<bool>> workers;
  for (int i = 0; i < 4; ++i) workers.push_back(std::async(std::launch::async, work));
  for (auto& worker : workers) CHECK(worker.get());
}
