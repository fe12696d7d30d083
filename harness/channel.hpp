// Both directions of a conversation at once: frames go out, a reply comes in and stderr is drained in one
// loop, so that neither side can wait for the other with its pipes full.
#pragma once

#include "harness/incoming.hpp"
#include "harness/process.hpp"
#include "harness/tail.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace attest::harness {

using Clock = std::chrono::steady_clock;

class Channel {
public:
  explicit Channel(const std::vector<std::string>& command, std::function<bool()> interrupted = {})
      : process_(command), interrupted_(std::move(interrupted)) {}
  ~Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Begins to send a frame; the last one must be out (sending() is false).
  void send(std::vector<std::byte> frame);
  bool sending() const { return sent_ < outgoing_.size(); }

  /// Begins to read a reply of at most `largest` bytes.
  void expect(std::uint64_t largest) { incoming_ = Incoming(largest); }

  enum class Event {
    sent,  ///< the frame is out (or nobody reads it any more)
    whole, ///< the reply is here: reply()
    wrong, ///< what came is no reply: fault()
    ended, ///< no reply can come any more: ending()
    late,  ///< the deadline passed first
  };
  /// Throws Interrupted when `interrupted` says so.
  Event wait(Clock::time_point deadline);

  std::span<const std::byte> reply() const { return incoming_.blob(); }
  const std::string& fault() const { return fault_; }

  /// How it ended, in words, after Event::ended; waits a moment for a process that has closed its pipe to
  /// exit.
  std::string ending();

  /// The last 1 MiB of stderr since forget_errors().
  std::string errors();
  void forget_errors();

  /// Asks the process to stop and gives it some time to do so. It need not obey.
  void stop(std::vector<std::byte> frame, std::chrono::milliseconds patience);

  /// Kills the process and all that it started; what it wrote to stderr before can still be read.
  void kill() { process_.end(); }

private:
  void move(std::chrono::milliseconds patience);
  void write();
  void read_reply();
  void read_errors();

  Process process_;
  std::function<bool()> interrupted_;
  std::vector<std::byte> outgoing_ = {};
  std::size_t sent_ = 0;
  Incoming incoming_;
  Tail errors_{std::size_t{1} << 20};
  std::string fault_ = "";
  bool output_ended_ = false; ///< end of file
  bool output_quiet_ = false; ///< nothing to read when last looked
  bool errors_ended_ = false;
};

} // namespace attest::harness
