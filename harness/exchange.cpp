// How requests are sent ahead of their replies.
#include "harness/exchange.hpp"

#include "cases/error.hpp"
#include "harness/reply.hpp"
#include "harness/request.hpp"

#include <fmt/format.h>

namespace attest::harness {
namespace {

// Enough for a testee never to wait for its next request, little enough for a testee that reads ahead to
// hold.
constexpr std::size_t most_ahead = 64;
constexpr std::uint64_t most_bytes_ahead = std::uint64_t{64} << 20;

class Exchange {
public:
  Exchange(Channel& channel, const std::vector<Request>& requests, std::int64_t first_id)
      : channel_(channel), requests_(requests), first_id_(first_id) {}

  /// The result of the oldest unanswered request. Its time runs from now.
  decltype(Observation::result) next(std::chrono::milliseconds timeout) {
    const Clock::time_point deadline = Clock::now() + timeout;
    channel_.expect(largest_reply(requests_[answered_]));
    for (;;) {
      send_ahead();
      switch (channel_.wait(deadline)) {
      case Channel::Event::sent: break;
      case Channel::Event::whole: return read();
      case Channel::Event::wrong: return Broken{Broken::Kind::protocol, channel_.fault()};
      case Channel::Event::ended: return Broken{Broken::Kind::crash, channel_.ending()};
      case Channel::Event::late: return Broken{Broken::Kind::timeout, lateness(timeout)};
      }
    }
  }

private:
  void send_ahead() {
    if (channel_.sending() || asked_ == requests_.size()) return;
    const std::uint64_t size = size_of(requests_[asked_]);
    const std::size_t ahead = asked_ - answered_;
    if (ahead > 0 && (ahead >= most_ahead || bytes_ahead_ + size > most_bytes_ahead)) return;
    channel_.send(encoder_.encode(requests_[asked_], first_id_ + static_cast<std::int64_t>(asked_)));
    bytes_ahead_ += size;
    ++asked_;
  }

  decltype(Observation::result) read() {
    const Request& request = requests_[answered_];
    const std::int64_t id = first_id_ + static_cast<std::int64_t>(answered_);
    try {
      auto result = read_result(channel_.reply(), request, id);
      bytes_ahead_ -= size_of(request);
      ++answered_;
      return std::visit([](auto& one) -> decltype(Observation::result) { return std::move(one); }, result);
    } catch (const InputError& error) {
      return Broken{Broken::Kind::protocol, error.what()};
    }
  }

  Channel& channel_;
  const std::vector<Request>& requests_;
  std::int64_t first_id_;
  RunEncoder encoder_;
  std::size_t asked_ = 0, answered_ = 0;
  std::uint64_t bytes_ahead_ = 0;
};

} // namespace

std::vector<Observation> exchange(Channel& channel, const std::vector<Request>& requests,
                                  std::int64_t first_id, std::chrono::milliseconds timeout) {
  std::vector<Observation> observations(requests.size(),
                                        Observation{.result = NotAsked{}, .stderr_text = ""});
  Exchange batch(channel, requests, first_id);
  for (auto& observation : observations) {
    observation.result = batch.next(timeout);
    const bool broken = std::holds_alternative<Broken>(observation.result);
    if (broken) channel.kill();
    if (broken || &observation == &observations.back()) observation.stderr_text = channel.errors();
    if (broken) break;
  }
  return observations;
}

std::string lateness(std::chrono::milliseconds timeout) {
  return fmt::format("no whole reply within {:g} s", static_cast<double>(timeout.count()) / 1000);
}

} // namespace attest::harness
