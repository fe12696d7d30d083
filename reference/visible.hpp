// Who may see whom: a predicate on absolute token indices only. It never sees a slot, a cache or a head.
#pragma once

#include "cases/case.hpp"
#include "reference/ranges.hpp"

namespace attest::reference {

/// True if query q of this sequence may see key k: the mask, then is_causal, then padding (CONTRACT section
/// 4). Both indices may be negative or not yet fed; what has been fed is the caller's to know.
bool visible(const Case&, std::int64_t sequence, std::int64_t q, std::int64_t k);

/// All k in [0, end) with visible(...). Cost grows with terms and pads, not with keys.
Ranges visible_ranges(const Case&, std::int64_t sequence, std::int64_t q, std::int64_t end);

/// The two halves of visible_ranges: what the mask with is_causal lets query q see, and the tokens that are
/// not pads.
Ranges allowed_ranges(const Case&, std::int64_t sequence, std::int64_t q, std::int64_t end);
Ranges real_ranges(const Case&, std::int64_t sequence, std::int64_t end);

} // namespace attest::reference
