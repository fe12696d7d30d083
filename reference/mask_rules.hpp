// Rules about what the mask says of the returned slots; check() calls them once the sizes are known to be
// sane.
#pragma once

#include "cases/case.hpp"

namespace attest::reference {

/// Throws InputError (conflict) if a mask is handed over without a batch dimension and two batch rows need
/// different ones.
void check_equal_rows(const Case&);

/// Throws InputError (evicted) if the mask lets a query see a token that the cache has dropped.
void check_evicted(const Case&);

} // namespace attest::reference
