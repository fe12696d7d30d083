// All rules of the case language, as a question.
#include "harness/shrink/valid.hpp"

#include "cases/error.hpp"
#include "cases/validate.hpp"
#include "reference/rules.hpp"

namespace attest::harness {

bool is_valid(const Case& value) {
  try {
    validate(value);
    reference::check(value);
  } catch (const InputError&) {
    return false;
  }
  return true;
}

} // namespace attest::harness
