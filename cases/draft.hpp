// A case while it is read: some defaults hang on other keys, so they can only be filled in at the end.
#pragma once

#include "cases/case.hpp"

namespace attest {

struct Draft {
  Case value = {};
  bool has_mask = false;
  bool has_form = false;
};

/// The mask that a case has if none is written: causal, with cache=cross full.
Mask default_mask(const Case&);

/// The form that a case has if none is written: padding with pads, else none.
Form default_form(const Case&);

/// Fills in what was not written and checks the rules; throws InputError.
Case completed(const Draft&);

} // namespace attest
