// Where a fed key is for a row: its own slot, dropped, stale or foreign.
#include "cases/testing.hpp"

#include "harness/keys.hpp"
#include "reference/rules.hpp"

using namespace attest;
using harness::FedKey;
using harness::Place;
using harness::Whereabouts;

namespace {

harness::Question question(const std::string& line) {
  return harness::question_of(reference::read_line(line), Declaration{});
}

Whereabouts find(const std::string& line, const harness::Row& row, const FedKey& key) {
  return harness::find_key(question(line), row, key);
}

} // namespace

TEST_CASE("keys are numbered step by step, row by row") {
  const harness::FedKeys keys = harness::fed_keys(question("batch=2 steps=2,crop:1,1 cache=dynamic"));
  REQUIRE(keys.count == 6);
  CHECK(harness::key_at(keys, 1) == FedKey{.row = 0, .token = 1, .step = 0, .epoch = 0});
  CHECK(harness::key_at(keys, 2) == FedKey{.row = 1, .token = 0, .step = 0, .epoch = 0});
  CHECK(harness::key_at(keys, 5) == FedKey{.row = 1, .token = 1, .step = 1, .epoch = 1});
  CHECK(harness::fed_keys(question("batch=2 steps=2 keys=5 memory=expanded")).count == 5);
  CHECK(harness::fed_keys(question("batch=2 steps=2,1 cache=cross keys=5")).count == 10);
}

TEST_CASE("a cropped key is stale, in the slot that its kind would give it") {
  const harness::Row now{.step = 1};
  const FedKey old{.row = 0, .token = 2, .step = 0, .epoch = 0};
  const Whereabouts in_static = find("steps=3,crop:1,1 cache=static:4", now, old);
  CHECK(in_static.place == Place::stale);
  CHECK(in_static.slot == 2);
  const Whereabouts in_pages = find("steps=3,crop:1,1 cache=paged:2", now, old);
  CHECK(in_pages.place == Place::stale);
  CHECK_FALSE(in_pages.slot);
  const Whereabouts in_ring = find("steps=3,reset,1 cache=ring:4", now, old);
  CHECK(in_ring.place == Place::stale);
  CHECK(in_ring.slot == 2);
}

TEST_CASE("after a reorder a row's own old keys are another sequence's") {
  const std::string line = "batch=2 steps=1,reorder:1/0,1 cache=dynamic";
  const harness::Row now{.step = 1, .batch = 0};
  CHECK(find(line, now, {.row = 1, .token = 0, .step = 0}).place == Place::own);
  CHECK(find(line, now, {.row = 0, .token = 0, .step = 0}).place == Place::foreign);
  CHECK(find(line, now, {.row = 0, .token = 1, .step = 1}).place == Place::own);
  CHECK(find(line, now, {.row = 0, .token = 1, .step = 1}).slot == 1);
  CHECK(find(line, now, {.row = 1, .token = 1, .step = 1}).place == Place::foreign);
}

TEST_CASE("a key in the history that is in no slot is evicted") {
  const std::string line = "steps=3,1 cache=sliding:2 mask=causal&window:2";
  CHECK(find(line, {.step = 1}, {.row = 0, .token = 1, .step = 0}).place == Place::evicted);
  CHECK(find(line, {.step = 1}, {.row = 0, .token = 2, .step = 0}).slot == 0);
}

TEST_CASE("a key that its own sequence feeds only later is no other sequence's") {
  const std::string line = "batch=2 steps=1,reorder:1/0,1 cache=dynamic";
  const Whereabouts later = find(line, {.step = 0, .batch = 1}, {.row = 0, .token = 1, .step = 1});
  CHECK(later.place == Place::evicted);
  CHECK_FALSE(later.slot);
  CHECK(find(line, {.step = 0, .batch = 0}, {.row = 0, .token = 1, .step = 1}).place == Place::foreign);
}

TEST_CASE("the encoder's rows move with the sequence") {
  const std::string line = "batch=2 steps=1,reorder:1/1,1 cache=cross keys=2";
  CHECK(find(line, {.step = 1, .batch = 0}, {.row = 1, .token = 0}).place == Place::own);
  CHECK(find(line, {.step = 1, .batch = 0}, {.row = 0, .token = 0}).place == Place::foreign);
}
