// The laws of the pool: order, ends and errors, whatever the number of workers.
#include "harness/pool.hpp"

#include "cases/testing.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

using namespace attest::harness;

namespace {

std::vector<std::size_t> run(std::size_t jobs, const Worker<std::size_t>& worker, std::size_t most = 1000) {
  std::vector<std::size_t> taken;
  work_in_order<std::size_t>(std::vector(jobs, worker), [&](std::size_t outcome) {
    taken.push_back(outcome);
    return taken.size() < most;
  });
  return taken;
}

std::vector<std::size_t> first(std::size_t count) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

} // namespace

TEST_CASE("outcomes come in order of items") {
  const Worker<std::size_t> worker = [](std::int64_t item) -> std::optional<std::size_t> {
    if (item >= 50) return {};
    if (item % 7 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return static_cast<std::size_t>(item);
  };
  for (const std::size_t jobs : {1, 2, 5}) CHECK(run(jobs, worker) == first(50));
}

TEST_CASE("a run without items ends") {
  CHECK(run(3, [](std::int64_t) { return std::optional<std::size_t>(); }).empty());
}

TEST_CASE("what takes the outcomes can end the run") {
  std::atomic<std::int64_t> drawn = 0;
  const Worker<std::size_t> endless = [&](std::int64_t item) -> std::optional<std::size_t> {
    ++drawn;
    return static_cast<std::size_t>(item);
  };
  CHECK(run(4, endless, 3) == first(3));
}

TEST_CASE("an error ends the run, after what was done") {
  std::vector<std::size_t> taken;
  const Worker<std::size_t> failing = [](std::int64_t item) -> std::optional<std::size_t> {
    if (item == 5) throw std::runtime_error("item 5");
    return static_cast<std::size_t>(item);
  };
  const auto take = [&](std::size_t outcome) {
    taken.push_back(outcome);
    return true;
  };
  CHECK_THROWS_WITH(work_in_order<std::size_t>({failing}, take), "item 5");
  CHECK(taken == first(5));
}
