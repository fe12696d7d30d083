// One batch of requests over one channel: pipelined, in order, with a deadline for the oldest (CONTRACT
// section 11).
#pragma once

#include "harness/channel.hpp"
#include "harness/testee.hpp"

#include <vector>

namespace attest::harness {

/// Request i is sent with id first_id + i. After the first Broken observation the rest is NotAsked, and the
/// channel is of no use any more: kill it.
std::vector<Observation> exchange(Channel&, const std::vector<Request>&, std::int64_t first_id,
                                  std::chrono::milliseconds timeout);

/// "no whole reply within 30 s".
std::string lateness(std::chrono::milliseconds timeout);

} // namespace attest::harness
