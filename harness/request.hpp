// Requests as frames (CONTRACT section 11).
#pragma once

#include "harness/testee.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace attest::harness {

std::vector<std::byte> encode_hello();
std::vector<std::byte> encode_stop();

/// Encodes run requests. What the runs of one case have in common is written out once: all but id and
/// tensors.
class RunEncoder {
public:
  std::vector<std::byte> encode(const Request&, std::int64_t id);

private:
  Request common_ = {};   ///< the last request, without its tensors
  std::string text_ = ""; ///< of its message, from behind the id
};

/// Bytes of the request's tensors.
std::uint64_t size_of(const Request&);

/// No answer to this request, right or wrong, needs a longer frame; in bytes.
std::uint64_t largest_reply(const Request&);

/// The same for hello: declarations are text.
inline constexpr std::uint64_t largest_hello = std::uint64_t{64} << 20;

} // namespace attest::harness
