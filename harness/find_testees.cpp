// Looks for testees beside the executable and for backends in testees.
#include "harness/find_testees.hpp"

#include "cases/error.hpp"
#include "cases/numbers.hpp"
#include "cases/words.hpp"
#include "harness/wildcard.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>

namespace attest::harness {
namespace {

namespace fs = std::filesystem;

/// All backends of the testees that have been asked, in order.
using Known = std::vector<ChosenBackend>;

bool has(const Known& known, const std::string& pattern) {
  return std::any_of(known.begin(), known.end(),
                     [&](const auto& backend) { return matches(pattern, backend.facts.declaration.name); });
}

bool needs_more(const Search& search, const Known& known) {
  return std::any_of(search.patterns.begin(), search.patterns.end(),
                     [&](const auto& pattern) { return is_pattern(pattern) || !has(known, pattern); });
}

void ask(Choice& choice, Known& known, const std::string& shown) {
  const std::size_t number = choice.started.size();
  choice.started.push_back(Testee(choice.options[number]));
  const Hello& hello = choice.started.back().hello();
  for (const auto& declaration : hello.backends)
    known.push_back(
        {.testee = number,
         .facts = {
             .testee = shown, .name = hello.name, .versions = hello.versions, .declaration = declaration}});
}

/// The nearest name, or all of them where one line can hold them.
std::string hint(const std::string& pattern, const std::vector<std::string_view>& names) {
  constexpr std::size_t most_listed = 8;
  const auto nearest = suggestion(pattern, names);
  if (names.size() > most_listed)
    return nearest.empty() ? "; see `attest list backends`" : nearest + " See `attest list backends`";
  return nearest.empty() ? "; known are " + listed(names) : nearest;
}

[[noreturn]] void refuse(const std::string& pattern, const Known& known) {
  std::vector<std::string_view> names;
  for (const auto& backend : known) names.push_back(backend.facts.declaration.name);
  if (names.empty())
    throw InputError(ErrorKind::unknown, fmt::format("unknown backend '{}': the testees have none", pattern));
  const auto what = is_pattern(pattern) ? "no backend matches" : "unknown backend";
  throw InputError(ErrorKind::unknown, fmt::format("{} '{}'{}", what, pattern, hint(pattern, names)));
}

void add(std::vector<ChosenBackend>& chosen, const ChosenBackend& backend) {
  const auto& name = backend.facts.declaration.name;
  const auto same = std::find_if(chosen.begin(), chosen.end(),
                                 [&](const auto& other) { return other.facts.declaration.name == name; });
  if (same == chosen.end()) return chosen.push_back(backend);
  if (same->testee == backend.testee) return; // two patterns, one backend
  throw InputError(
      ErrorKind::conflict,
      fmt::format("backend '{}' is in two testees, '{}' and '{}'; a verdict could not say whose it is", name,
                  same->facts.testee, backend.facts.testee));
}

bool is_in_path(const std::string& program, const std::string& path) {
  const auto folders = split(path, ':');
  return std::any_of(folders.begin(), folders.end(), [&](const auto folder) {
    const auto file = fs::path(folder) / program;
    std::error_code absent;
    return fs::is_regular_file(file, absent) && ::access(file.c_str(), X_OK) == 0;
  });
}

} // namespace

std::string program_beside(const std::string& word, const std::string& executable, const std::string& path) {
  if ((word != "attest" && word != "attest-torch") || is_in_path(word, path)) return word;
  const auto beside = fs::path(executable).parent_path() / word;
  std::error_code absent;
  return fs::is_regular_file(beside, absent) ? beside.string() : word;
}

std::string this_executable() {
  std::error_code failed;
  const auto path = fs::read_symlink("/proc/self/exe", failed);
  return failed ? "attest" : path.string();
}

std::vector<TesteeCommand> testees_beside(const std::string& executable) {
  std::vector<TesteeCommand> testees = {{.shown = "attest serve", .words = {executable, "serve"}}};
  const auto torch = fs::path(executable).parent_path() / "attest-torch";
  std::error_code absent;
  if (fs::is_regular_file(torch, absent))
    testees.push_back({.shown = "attest-torch", .words = {torch.string()}});
  return testees;
}

std::vector<TesteeCommand> testees_given(const std::vector<std::string>& commands) {
  std::vector<TesteeCommand> testees;
  const char* path = std::getenv("PATH");
  for (const auto& command : commands) {
    auto words = split_words(command);
    if (words.empty()) throw InputError(ErrorKind::file, "--testee needs a command, not an empty text");
    words.front() = program_beside(words.front(), this_executable(), path ? path : "");
    testees.push_back({.shown = command, .words = words});
  }
  return testees;
}

Choice choose_backends(const Search& search) {
  Choice choice;
  for (const auto& testee : search.testees) {
    choice.options.push_back(search.options);
    choice.options.back().command = testee.words;
  }
  Known known;
  for (const auto& testee : search.testees)
    if (search.ask_all || needs_more(search, known)) ask(choice, known, testee.shown);
  for (const auto& pattern : search.patterns) {
    if (!has(known, pattern)) refuse(pattern, known);
    for (const auto& backend : known)
      if (matches(pattern, backend.facts.declaration.name)) add(choice.backends, backend);
  }
  return choice;
}

} // namespace attest::harness
