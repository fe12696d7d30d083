// Calls and histories: by hand, from the vectors, and against a model that keeps every token.
#include "cases/timeline.hpp"

#include "cases/files.hpp"
#include "cases/json.hpp"
#include "cases/line.hpp"
#include "cases/pads.hpp"
#include "cases/random_case.testing.hpp"
#include "cases/testing.hpp"

#include <utility>

namespace attest {

namespace {

/// Who fed each token, and when.
using Tokens = std::vector<std::pair<std::int64_t, std::int64_t>>;

Tokens tokens_of(const std::vector<FedRun>& runs) {
  Tokens tokens;
  for (const FedRun& run : runs) {
    RC_ASSERT(run.first == static_cast<std::int64_t>(tokens.size()));
    tokens.insert(tokens.end(), static_cast<std::size_t>(run.count), {run.row, run.epoch});
  }
  return tokens;
}

/// Plays a case token by token and compares each call.
void compare_with_model(const Case& value) {
  std::vector<Tokens> rows(static_cast<std::size_t>(value.batch));
  std::int64_t epoch = 0;
  std::size_t step = 0;
  const std::vector<Call> calls = calls_of(value);
  for (const Entry& entry : value.steps) {
    if (const auto* crop = std::get_if<Crop>(&entry))
      for (Tokens& row : rows) row.resize(static_cast<std::size_t>(crop->length));
    if (std::holds_alternative<Reset>(entry))
      for (Tokens& row : rows) row.clear();
    if (std::holds_alternative<Crop>(entry) || std::holds_alternative<Reset>(entry)) ++epoch;
    if (const auto* reorder = std::get_if<Reorder>(&entry)) {
      const std::vector<Tokens> old = rows;
      for (std::size_t b = 0; b < rows.size(); ++b) rows[b] = old[static_cast<std::size_t>(reorder->rows[b])];
    }
    const auto* feed = std::get_if<Feed>(&entry);
    if (feed == nullptr) continue;
    const Call& call = calls.at(step++);
    RC_ASSERT(call.epoch == epoch);
    RC_ASSERT(call.tokens == feed->tokens);
    RC_ASSERT(call.before == static_cast<std::int64_t>(rows[0].size()));
    for (std::size_t b = 0; b < rows.size(); ++b) {
      rows[b].insert(rows[b].end(), static_cast<std::size_t>(feed->tokens),
                     {static_cast<std::int64_t>(b), epoch});
      RC_ASSERT(tokens_of(call.history[b]) == rows[b]);
    }
  }
  RC_ASSERT(step == calls.size());
}

} // namespace

TEST_CASE("a call without a cache") {
  const auto calls = calls_of(parse_line("batch=2 steps=2 keys=6"));
  REQUIRE(calls.size() == 1);
  CHECK(calls[0] == Call{.step = 0,
                         .before = 0,
                         .tokens = 2,
                         .first_query = 4,
                         .epoch = 0,
                         .sequence = {0, 1},
                         .history = {{{0, 2, 0, 0}}, {{0, 2, 1, 0}}}});
}

TEST_CASE("crop starts a new epoch and rewrites tokens") {
  const auto calls = calls_of(parse_line("steps=5,crop:3,2,1 cache=dynamic"));
  REQUIRE(calls.size() == 3);
  CHECK(calls[1].before == 3);
  CHECK(calls[1].first_query == 3);
  CHECK(calls[1].epoch == 1);
  CHECK(calls[1].history[0] == std::vector<FedRun>{{0, 3, 0, 0}, {3, 2, 0, 1}});
  CHECK(calls[2].history[0] == std::vector<FedRun>{{0, 3, 0, 0}, {3, 3, 0, 1}});
}

TEST_CASE("reorder takes over the history, new tokens are the row's own") {
  const auto calls = calls_of(parse_line("batch=2 steps=3,reorder:1/0,1,reorder:0/0,1 cache=dynamic"));
  REQUIRE(calls.size() == 3);
  CHECK(calls[1].sequence == std::vector<std::int64_t>{1, 0});
  CHECK(calls[1].history[0] == std::vector<FedRun>{{0, 3, 1, 0}, {3, 1, 0, 0}});
  CHECK(calls[2].sequence == std::vector<std::int64_t>{1, 1});
  CHECK(calls[2].history[0] == std::vector<FedRun>{{0, 3, 1, 0}, {3, 2, 0, 0}});
  CHECK(calls[2].history[1] == std::vector<FedRun>{{0, 3, 1, 0}, {3, 1, 0, 0}, {4, 1, 1, 0}});
}

TEST_CASE("reorders compose, as permutations do") {
  const auto calls = calls_of(parse_line("batch=3 steps=1,reorder:1/2/0,1,reorder:1/2/0,1 cache=ring:9"));
  CHECK(calls[1].sequence == std::vector<std::int64_t>{1, 2, 0});
  CHECK(calls[2].sequence == std::vector<std::int64_t>{2, 0, 1});
}

TEST_CASE("reset forgets everything and undoes reorders") {
  const auto calls = calls_of(parse_line("batch=2 steps=3,reorder:1/1,1,reset,2 cache=static:4"));
  REQUIRE(calls.size() == 3);
  CHECK(calls[2].before == 0);
  CHECK(calls[2].first_query == 0);
  CHECK(calls[2].epoch == 1);
  CHECK(calls[2].sequence == std::vector<std::int64_t>{0, 1});
  CHECK(calls[2].history[1] == std::vector<FedRun>{{0, 2, 1, 1}});
}

TEST_CASE("the longest sequence counts crops and resets") {
  CHECK(longest_sequence(parse_line("steps=5,crop:2,1,reset,4 cache=dynamic").steps) == 5);
  CHECK(longest_sequence(parse_line("steps=5,crop:4,3 cache=dynamic").steps) == 7);
}

TEST_CASE("queries, sequences and padded queries of the vectors") {
  const Json vectors =
      parse_json(read_file(testing::source_path("cases/vectors/visible.json")), "visible.json");
  REQUIRE(vectors["cases"].size() > 100);
  for (const Json& vector : vectors["cases"]) {
    const std::string line = vector["line"];
    INFO(line);
    const Case value = parse_line(line);
    const std::vector<Call> calls = calls_of(value);
    REQUIRE(calls.size() == vector["steps"].size());
    for (const Call& call : calls) {
      const Json& step = vector["steps"][static_cast<std::size_t>(call.step)];
      CHECK(call.first_query == step["queries"][0].get<std::int64_t>());
      CHECK(call.first_query + call.tokens - 1 == step["queries"][1].get<std::int64_t>());
      CHECK(call.sequence == step["sequence"].get<std::vector<std::int64_t>>());
      for (std::size_t b = 0; b < call.sequence.size(); ++b) {
        std::string padded;
        for (std::int64_t i = 0; i < call.tokens; ++i)
          padded += is_padded_query(value, call.sequence[b], call.first_query + i) ? 'P' : '.';
        CHECK(padded == step["padded_queries"][b].get<std::string>());
      }
    }
  }
}

TEST_CASE("histories are those of a model that keeps every token") {
  testing::property("model", [] { compare_with_model(*testing::random_case()); });
}

TEST_CASE("neighbouring runs differ") {
  testing::property("merged", [] {
    const Case value = *testing::random_case();
    for (const Call& call : calls_of(value))
      for (const auto& runs : call.history)
        for (std::size_t i = 1; i < runs.size(); ++i)
          RC_ASSERT(runs[i].row != runs[i - 1].row || runs[i].epoch != runs[i - 1].epoch);
  });
}

} // namespace attest
