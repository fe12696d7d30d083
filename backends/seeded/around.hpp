// Kernels that differ from a right one by what happens just before or just after it.
#pragma once

#include "backends/seeded/parts.hpp"

namespace attest::backends {

/// The kernel `plain` under this name, which is given the call after `edit`.
Kernel plain_with_call(const std::string& name, std::function<void(KernelCall&)> edit);

/// The kernel `plain` under this name, whose output goes through `edit`.
Kernel plain_with_output(const std::string& name, std::function<void(const KernelCall&, View& out)> edit);

/// kernel@exact on the plain right caches.
Backend on_exact(const Kernel&, const Takes& = {});

/// kernel@exact for cases in which only later tokens are hidden, so that whatever leaks is of the future and
/// whatever drops is neither a window's nor a chunk's: the mask is causal alone, no pads, no flags, no
/// unwritten slots, queries are the last tokens.
Backend on_exact_causal(const Kernel&);

/// A new view whose head h holds head heads[h].
View heads_taken(const View&, const std::vector<std::int64_t>& heads);

/// Mask and flag of a call as one BOOL view (batch, 1 or query heads, queries, slots).
View mask_with_flag(const KernelCall&);

/// The same as numbers, (batch, query heads, queries, slots): 0 where seen, `hidden` elsewhere; in f32 (f64
/// for f64 calls).
View additive_mask(const KernelCall&, double hidden);

/// The edit that hands mask and flag over as such numbers.
std::function<void(KernelCall&)> adding_mask(double hidden);

/// Calls visit(a, b, c, d) for every place of a view.
template <class Visit> void visit_places(const View& view, Visit&& visit) {
  for (std::int64_t a = 0; a < view.shape[0]; ++a)
    for (std::int64_t b = 0; b < view.shape[1]; ++b)
      for (std::int64_t c = 0; c < view.shape[2]; ++c)
        for (std::int64_t d = 0; d < view.shape[3]; ++d) visit(a, b, c, d);
}

} // namespace attest::backends
