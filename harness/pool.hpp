// Workers: items 0, 1, 2, .. are done by several threads and handed over in order, so that a result does not
// depend on their number.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace attest::harness {

/// What a worker does with item i; empty: there is no item i, or the run shall end. Each worker is called by
/// one thread only.
template <class Outcome> using Worker = std::function<std::optional<Outcome>(std::int64_t item)>;

/// Takes the outcomes in order of items; false ends the run.
template <class Outcome> using Take = std::function<bool(const Outcome&)>;

/// A counter from which threads draw items, and a table in which outcomes wait for their turn.
template <class Outcome> class Table {
public:
  explicit Table(std::size_t workers) : working_(workers) {}

  /// The next item to do, or nothing once the run ends.
  std::optional<std::int64_t> draw() {
    const std::lock_guard lock(mutex_);
    if (ending_) return {};
    return drawn_++;
  }

  void put(std::int64_t item, Outcome outcome) {
    const std::lock_guard lock(mutex_);
    done_.emplace(item, std::move(outcome));
    changed_.notify_one();
  }

  void fail(std::int64_t item, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_ || item < failed_item_) {
      error_ = std::move(error);
      failed_item_ = item;
    }
    ending_ = true;
  }

  void end() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }

  void leave() {
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_one();
  }

  /// Waits for item `wanted`; once all workers have left, gives the next one that there is, or nothing.
  std::optional<std::pair<std::int64_t, Outcome>> take(std::int64_t wanted) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return working_ == 0 || done_.count(wanted) == 1; });
    if (done_.empty()) return {};
    auto first = done_.extract(done_.begin());
    return std::pair(first.key(), std::move(first.mapped()));
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::int64_t, Outcome> done_;
  std::int64_t drawn_ = 0;
  std::size_t working_;
  bool ending_ = false;
  std::exception_ptr error_;
  std::int64_t failed_item_ = 0;
};

/// Draws items until there are none; what a worker throws ends the run.
template <class Outcome> void work(Table<Outcome>& table, const Worker<Outcome>& worker) {
  while (const auto item = table.draw()) {
    try {
      auto outcome = worker(*item);
      if (outcome)
        table.put(*item, std::move(*outcome));
      else
        table.end();
    } catch (...) {
      table.fail(*item, std::current_exception());
    }
  }
  table.leave();
}

/// Returns when a worker found no item or `take` said stop. If a worker throws, what was done is handed over
/// first (perhaps with gaps, as after an interruption) and the exception of the first such item is thrown
/// when all have stopped.
template <class Outcome>
void work_in_order(const std::vector<Worker<Outcome>>& workers, const Take<Outcome>& take) {
  Table<Outcome> table(workers.size());
  std::vector<std::thread> threads;
  for (const auto& worker : workers) threads.emplace_back([&table, &worker] { work(table, worker); });
  std::int64_t wanted = 0;
  while (auto next = table.take(wanted)) {
    wanted = next->first + 1;
    if (!take(next->second)) break;
  }
  table.end();
  for (auto& thread : threads) thread.join();
  table.rethrow();
}

} // namespace attest::harness
