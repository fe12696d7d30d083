#include "harness/observed.hpp"

#include <algorithm>

namespace attest::harness {

bool has_wrong_numbers(const Observed& observed) {
  const auto lists = {&observed.numbers, &observed.zeros, &observed.leaks, &observed.dominate,
                      &observed.heads,   &observed.sum,   &observed.change};
  return std::any_of(lists.begin(), lists.end(),
                     [](const std::vector<WrongNumber>* list) { return !list->empty(); });
}

} // namespace attest::harness
