// The one loop under every conversation with a testee.
#include "harness/channel.hpp"

#include "cases/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/pause.hpp"
#include "harness/pipe.hpp"

#include <algorithm>
#include <array>
#include <poll.h>

namespace attest::harness {
namespace {

using std::chrono::milliseconds;

// A child of the testee may hold its pipes open after its death, which no descriptor tells: look for it this
// often.
constexpr milliseconds longest_sleep{50};

// At most so many pieces are read at once, so that a flood of one pipe neither starves another nor hides a
// deadline.
constexpr int pieces = 16;

milliseconds time_left(Clock::time_point deadline) {
  return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(deadline - Clock::now()));
}

} // namespace

void Channel::send(std::vector<std::byte> frame) {
  outgoing_ = std::move(frame);
  sent_ = 0;
}

Channel::Event Channel::wait(Clock::time_point deadline) {
  for (;;) {
    // In this order: what a process wrote before its end, or before the deadline, counts.
    const bool ended = process_.ended();
    const milliseconds left = time_left(deadline);
    if (interrupted_ && interrupted_()) throw Interrupted("interrupted while waiting for a testee");
    const bool was_sending = sending();
    move(ended ? milliseconds(0) : std::min(left, longest_sleep));
    if (!fault_.empty()) return Event::wrong;
    if (incoming_.whole()) return Event::whole;
    if (output_ended_ || (ended && output_quiet_)) return Event::ended;
    if (was_sending && !sending()) return Event::sent;
    if (left == milliseconds(0) && output_quiet_) return Event::late;
    if (Clock::now() > deadline + longest_sleep) return Event::late; // a reply that never stops coming
  }
}

void Channel::move(milliseconds patience) {
  std::array<pollfd, 3> polled = {
      {{.fd = output_ended_ ? -1 : process_.output(), .events = POLLIN, .revents = 0},
       {.fd = errors_ended_ ? -1 : process_.errors(), .events = POLLIN, .revents = 0},
       {.fd = sending() ? process_.input() : -1, .events = POLLOUT, .revents = 0}}};
  ::poll(polled.data(), polled.size(), static_cast<int>(patience.count()));
  output_quiet_ = polled[0].revents == 0;
  if (polled[0].revents != 0) read_reply();
  if (polled[1].revents != 0) read_errors();
  if (polled[2].revents != 0) write();
}

void Channel::write() {
  for (int i = 0; i < pieces && sending(); ++i) {
    const Moved moved = write_some(process_.input(), std::span(outgoing_).subspan(sent_));
    sent_ += moved.bytes;
    if (moved.closed) sent_ = outgoing_.size(); // why nobody reads is told by the other pipes
    if (moved.bytes == 0) break;
  }
  if (!sending()) send({});
}

void Channel::read_reply() {
  for (int i = 0; i < pieces; ++i) {
    const auto room = incoming_.room();
    if (room.empty()) return;
    const Moved moved = read_some(process_.output(), room);
    output_ended_ = moved.closed;
    output_quiet_ = moved.bytes == 0;
    if (moved.bytes == 0) return;
    try {
      incoming_.filled(moved.bytes);
    } catch (const InputError& error) {
      fault_ = error.what();
      return;
    }
  }
}

void Channel::read_errors() {
  std::array<std::byte, 1 << 16> buffer;
  for (int i = 0; i < pieces && !errors_ended_; ++i) {
    const Moved moved = read_some(process_.errors(), buffer);
    errors_.add(std::span(buffer).first(moved.bytes));
    errors_ended_ = moved.closed;
    if (moved.bytes == 0) return;
  }
}

std::string Channel::ending() {
  Pause pause(std::chrono::seconds(1));
  while (!process_.ended() && pause.again()) read_errors();
  const std::string how = process_.ended() ? process_.ending() : "closed its standard output";
  return incoming_.begun() ? how + " in the middle of a reply" : how;
}

std::string Channel::errors() {
  read_errors();
  return errors_.text();
}

void Channel::forget_errors() {
  read_errors();
  errors_.clear();
}

void Channel::stop(std::vector<std::byte> frame, milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  if (!sending()) send(std::move(frame)); // a frame that is half out can't be followed by another
  write();
  process_.close_input();
  send({});
  Pause pause(patience);
  while (!process_.ended() && Clock::now() < deadline && pause.again()) {
    std::array<std::byte, 1 << 16> ignored;
    for (int i = 0; i < pieces && read_some(process_.output(), ignored).bytes > 0; ++i) {
    }
    read_errors();
  }
}

} // namespace attest::harness
