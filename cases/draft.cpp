// The defaults that hang on other keys.
#include "cases/draft.hpp"

#include "cases/validate.hpp"

namespace attest {

Mask default_mask(const Case& value) {
  return mask_of(value.cache.kind == CacheKind::cross ? TermKind::full : TermKind::causal);
}

Form default_form(const Case& value) { return value.pad.side == PadSide::none ? Form::none : Form::padding; }

Case completed(const Draft& draft) {
  Case value = draft.value;
  if (!draft.has_mask) value.mask = default_mask(value);
  if (!draft.has_form) value.form = default_form(value);
  value = with_defaults(value);
  validate(value);
  return value;
}

} // namespace attest
