// From facts to the class: the rules of CONTRACT section 12 in their order.
#pragma once

#include "harness/classes/class.hpp"

namespace attest::harness {

/// Every class that fits, the first being the verdict's; rules further down are not tried once they could
/// only repeat what is known. Empty if nothing is wrong.
std::vector<Class> classify(const Facts&);

} // namespace attest::harness
