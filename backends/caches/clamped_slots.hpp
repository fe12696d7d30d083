// What the static window caches share, and those of old transformers releases more than it should be: a
// buffer that is rolled by one, and writes whose place is clamped to it.
#pragma once

#include "backends/caches/buffers.hpp"

namespace attest::backends {

/// Slots of a cache=static-sliding:W,CAP: min(W, CAP).
std::int64_t window_slots(const Case&);

/// New buffers: slots 1, 2, .., then slot 0.
KeysValues rolled(const KeysValues&);

/// Writes token first + i into slot min(first + i, last slot), in order: of all tokens beyond the buffer only
/// the last stays.
void write_clamped(KeysValues& buffers, std::int64_t first, const KeysValues& fresh);

/// Element by element, rounded once; both have one shape.
View sum_of(const View&, const View&);

} // namespace attest::backends
