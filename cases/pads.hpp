// Pads as facts about (sequence, token): they stay where they are through crop and reset.
#pragma once

#include "cases/case.hpp"

namespace attest {

/// F: what counts of pads refer to. Tokens of the first step, keys with cache=none and cross.
std::int64_t padded_tokens(const Case&);

/// True if this token of this sequence is a pad (for cross: of the encoder). Tokens past the written pads are
/// real.
bool is_pad(const Case&, std::int64_t sequence, std::int64_t token);

/// Leading pads of the sequence, counted over the whole case: what the chunk term starts from.
std::int64_t leading_pads(const Case&, std::int64_t sequence);

/// True if the query at this absolute index is padded (never with cross; never for negative indices).
bool is_padded_query(const Case&, std::int64_t sequence, std::int64_t query);

} // namespace attest
