// What the case's mask expression shows of a row of tokens. An implementation's own reading of the case
// language: written apart from the reference, which judges it.
#pragma once

#include "cases/case.hpp"

#include <vector>

namespace attest::backends {

/// A query: absolute index, and the sequence that its batch row continues.
struct QueryToken {
  std::int64_t sequence = 0;
  std::int64_t token = 0;
};

/// Per key, 1 if the query sees it: by the expression, then the flag, then pads of the case (CONTRACT section
/// 4). `keys` are tokens of the same sequence; -1 stands for a slot without token, which is never seen.
std::vector<char> seen_tokens(const Case&, QueryToken, const std::vector<std::int64_t>& keys);

/// The same without pads: what a padding mask is laid over.
std::vector<char> seen_before_pads(const Case&, QueryToken, const std::vector<std::int64_t>& keys);

} // namespace attest::backends
