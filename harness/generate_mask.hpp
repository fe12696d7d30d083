// Random masks that are right for a cache: where a kind drops tokens, the mask hides them by itself.
#pragma once

#include "harness/draws.hpp"

#include "cases/case.hpp"

namespace attest::harness {

/// How far back every row of a case may look so that it never asks for a dropped token.
struct Reach {
  bool limited = false;    ///< false: nothing is dropped, any mask will do
  std::int64_t window = 0; ///< most keys with the query's own: a dropped key is at least this far back
  std::int64_t sink = 0;   ///< tokens below it are never dropped
};

/// The reach of the case's cache under its steps; needs cache and steps only.
Reach reach_of(const Case&);

/// A mask for the case; needs batch, cache, steps, keys. `length`: tokens (or keys) in the longest sequence.
Mask random_mask(Draws&, const Case&, std::int64_t length);

/// The mask that a decoder has on such a cache: causal, with a window or chunks where tokens are dropped (and
/// sometimes where not); full for cross.
Mask ordinary_mask(Draws&, const Case&, std::int64_t length);

} // namespace attest::harness
