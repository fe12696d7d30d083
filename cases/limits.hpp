// The limits of the case language (CONTRACT section 1), each written once.
#pragma once

#include <cstdint>

namespace attest {

/// Tokens in a sequence, keys, slots, batch rows, and every number of a cache or mask term.
inline constexpr std::int64_t most_tokens = std::int64_t{1} << 20;
inline constexpr std::int64_t most_batch = std::int64_t{1} << 20;
/// Heads, and channels of a head.
inline constexpr std::int64_t most_heads = 1024;
inline constexpr std::int64_t most_dim = 1024;
/// Entries of `steps`, repeats counted.
inline constexpr std::int64_t most_entries = 4096;
/// What a double, and so any JSON reader, holds exactly.
inline constexpr std::int64_t largest_seed = (std::int64_t{1} << 53) - 1;

} // namespace attest
