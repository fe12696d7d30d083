// The life of a testee: started when it is needed, killed when it breaks, started again for the next batch.
#include "harness/testee.hpp"

#include "cases/error.hpp"
#include "cases/printable.hpp"
#include "harness/channel.hpp"
#include "harness/exchange.hpp"
#include "harness/reply.hpp"
#include "harness/request.hpp"

#include <fmt/format.h>
#include <optional>

namespace attest::harness {
namespace {

constexpr int most_failed_starts = 3;
constexpr std::size_t most_error_lines = 20;

/// Why one start failed, in words; the testee has been killed.
struct FailedStart : std::runtime_error {
  explicit FailedStart(const std::string& why, bool has_spoken = false)
      : std::runtime_error(why), spoke(has_spoken) {}
  bool spoke; ///< a hello came, but a wrong one
};

[[noreturn]] void fail(Channel& channel, const std::string& why, bool spoke = false) {
  channel.kill();
  // One sentence, then what may explain it.
  std::string text = one_line(why);
  const auto errors = last_lines(channel.errors(), most_error_lines);
  if (!errors.empty()) text += fmt::format("\nit wrote to stderr:\n{}", fmt::join(errors, "\n"));
  throw FailedStart(text, spoke);
}

Hello greet(Channel& channel, std::chrono::milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  channel.expect(largest_hello);
  channel.send(encode_hello());
  for (;;) {
    switch (channel.wait(deadline)) {
    case Channel::Event::sent: break;
    case Channel::Event::wrong: fail(channel, channel.fault());
    case Channel::Event::ended: fail(channel, channel.ending());
    case Channel::Event::late: fail(channel, lateness(timeout));
    case Channel::Event::whole: try { return read_hello(channel.reply());
      } catch (const InputError& error) {
        fail(channel, fmt::format("its hello is wrong: {}", error.what()), true);
      }
    }
  }
}

} // namespace

struct Testee::State {
  TesteeOptions options;
  std::unique_ptr<Channel> channel = nullptr; ///< null while it does not run
  std::optional<Hello> hello = {};
  std::int64_t next_id = 1;

  ~State() {
    if (channel) channel->stop(encode_stop(), options.stop_timeout);
  }

  void start_once() {
    std::unique_ptr<Channel> fresh;
    try {
      fresh = std::make_unique<Channel>(options.command, options.interrupted);
    } catch (const std::runtime_error& error) {
      throw FailedStart(error.what());
    }
    const Hello said = greet(*fresh, options.hello_timeout);
    if (hello && !same(*hello, said)) fail(*fresh, "after its restart it declares other things than before");
    fresh->forget_errors(); // what a library says when it is loaded belongs to no case
    channel = std::move(fresh);
    if (!hello) hello = said;
  }

  /// One try at first, since a testee that never spoke has never worked; three after that.
  void start() {
    const int tries = hello ? most_failed_starts : 1;
    for (int i = 1; !channel; ++i) {
      try {
        start_once();
      } catch (const FailedStart& failure) {
        if (i < tries) continue;
        const char* what = hello           ? " failed to start three times in a row"
                           : failure.spoke ? ""
                                           : " gave no hello";
        throw TesteeFailed(
            fmt::format("testee '{}'{}: {}", fmt::join(options.command, " "), what, failure.what()));
      }
    }
  }
};

Testee::Testee(TesteeOptions options) : state_(new State{.options = std::move(options)}) {}
Testee::~Testee() = default;
Testee::Testee(Testee&&) noexcept = default;
Testee& Testee::operator=(Testee&&) noexcept = default;

const Hello& Testee::hello() {
  if (!state_->hello) state_->start();
  return *state_->hello;
}

std::vector<Observation> Testee::ask(const std::vector<Request>& requests) {
  if (requests.empty()) return {};
  state_->start();
  state_->channel->forget_errors();
  try {
    auto observations = exchange(*state_->channel, requests, state_->next_id, state_->options.timeout);
    state_->next_id += static_cast<std::int64_t>(requests.size());
    for (const auto& observation : observations)
      if (std::holds_alternative<Broken>(observation.result)) state_->channel.reset();
    return observations;
  } catch (const Interrupted&) {
    state_->channel.reset(); // in the middle of a conversation; whoever interrupted does not wait for its end
    throw;
  }
}

} // namespace attest::harness
