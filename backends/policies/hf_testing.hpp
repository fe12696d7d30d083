// For the tests of the era policies: one call of a policy by name, and its mask as pictures.
#pragma once

#include "backends/registry.hpp"
#include "cases/line.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::backends::hf::testing {

/// One call: a line, the tokens before it, the rows of the 2-D mask ("0111", or none), and what the cache
/// returned.
struct Asked {
  std::string policy;
  Family family = Family::sdpa;
  std::string line;
  std::int64_t before = 0;
  std::int64_t fresh = 1;
  std::vector<std::string> padding = {};
  std::int64_t width = 0;
  std::vector<SlotRun> slots = {}; ///< needed by a user's own masks only
};

/// `mask`: rows joined by '|', batch rows by " / "; '#' seen, '.' hidden, '?' for any other number; "none"
/// without a mask.
struct Answer {
  std::string mask;
  bool is_causal = false;
  Element element = Element::boolean;
};

inline const Policy& policy_named(const std::string& name) {
  const auto found = std::find_if(policies().begin(), policies().end(),
                                  [&](const Policy& policy) { return policy.name == name; });
  if (found == policies().end()) throw std::logic_error("no policy " + name);
  return *found;
}

inline char cell_of(const View& mask, double value, Dtype dtype) {
  if (value == (mask.element == Element::boolean ? 1.0 : 0.0)) return '#';
  return value == (mask.element == Element::boolean ? 0.0 : lowest(dtype)) ? '.' : '?';
}

inline std::string picture_of(const View& mask, Dtype dtype) {
  std::string picture;
  for (std::int64_t row = 0; row < mask.shape[0]; ++row)
    for (std::int64_t i = 0; i < mask.shape[2]; ++i) {
      picture += i > 0 ? "|" : row > 0 ? " / " : "";
      for (std::int64_t j = 0; j < mask.shape[3]; ++j)
        picture += cell_of(mask, get(mask, row, 0, i, j), dtype);
    }
  return picture;
}

inline Tensor padding_tensor(const std::vector<std::string>& rows) {
  Tensor tensor = zeros(Element::boolean, {static_cast<std::int64_t>(rows.size()),
                                           static_cast<std::int64_t>(rows.at(0).size())});
  std::int64_t i = 0;
  for (const std::string& row : rows)
    for (const char bit : row) set(tensor, i++, bit == '1');
  return tensor;
}

inline Answer answer_of(const Asked& asked) {
  const Case value = parse_line(asked.line);
  StepPlan step{.before = asked.before, .q0 = asked.before, .fresh = asked.fresh, .slots = asked.slots};
  for (std::int64_t row = 0; row < value.batch; ++row) step.sequence.push_back(row);
  const Tensor padding = asked.padding.empty() ? Tensor{} : padding_tensor(asked.padding);
  const Arguments arguments = policy_named(asked.policy)
                                  .arguments({.value = value,
                                              .step = step,
                                              .handed = asked.padding.empty() ? nullptr : &padding,
                                              .family = asked.family,
                                              .width = asked.width});
  if (!arguments.mask) return {.mask = "none", .is_causal = arguments.is_causal};
  if (arguments.mask->shape[3] != asked.width)
    throw std::logic_error("the mask has another width than the keys");
  return {picture_of(*arguments.mask, value.dtype), arguments.is_causal, arguments.mask->element};
}

} // namespace attest::backends::hf::testing
