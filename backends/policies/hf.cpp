// The shared parts of the era policies: patterns, padding, masks.
#include "backends/policies/hf.hpp"

#include "backends/policies/tokens_mask.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace attest::backends::hf {

namespace {

bool is_term(const Mask& mask, TermKind kind) { return mask.op == Mask::Op::term && mask.term.kind == kind; }

std::int64_t floor_division(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

std::int64_t distance(std::int64_t a, std::int64_t b) { return a < b ? b - a : a - b; }

View mask_of_values(const PolicyInput& in, Element element, const Columns& columns, const Sees& sees) {
  View mask = make_view(element, {in.value.batch, 1, in.step.fresh, columns.count});
  const double seen = element == Element::boolean ? 1 : 0;
  const double hidden = element == Element::boolean ? 0 : lowest(in.value.dtype);
  for (std::int64_t row = 0; row < in.value.batch; ++row)
    for (std::int64_t i = 0; i < in.step.fresh; ++i)
      for (std::int64_t j = 0; j < columns.count; ++j)
        set(mask, row, 0, i, j, sees(row, in.step.q0 + i, columns.first + j) ? seen : hidden);
  return mask;
}

// By slots of the plan: column j of the plan's mask is asked as "key" j.
Sees own_cells(const PolicyInput& in) {
  return [&in, tokens = tokens_of(in.step)](std::int64_t row, std::int64_t query, std::int64_t slot) {
    const QueryToken asked{in.step.sequence[static_cast<std::size_t>(row)], query};
    return seen_tokens(in.value, asked, {tokens[static_cast<std::size_t>(slot)]})[0] != 0;
  };
}

} // namespace

Request request_of(const Mask& mask) {
  if (is_term(mask, TermKind::causal)) return {Pattern::causal};
  if (is_term(mask, TermKind::full)) return {Pattern::bidirectional};
  if (is_term(mask, TermKind::band)) return {Pattern::bidirectional_sliding, mask.term.number};
  if (mask.op != Mask::Op::all || mask.parts.size() != 2) return {};
  const bool first = is_term(mask.parts[0], TermKind::causal);
  const Mask& other = mask.parts[first ? 1 : 0];
  if (!is_term(mask.parts[first ? 0 : 1], TermKind::causal)) return {};
  if (is_term(other, TermKind::window)) return {Pattern::sliding, other.term.number};
  if (is_term(other, TermKind::chunk)) return {Pattern::chunked, other.term.number};
  return {};
}

Padding::Padding(const PolicyInput& in)
    : handed_(in.handed), rows_(in.handed ? in.handed->shape.at(0) : in.value.batch),
      width_(in.handed ? in.handed->shape.at(1) : 0) {}

bool Padding::real(std::int64_t row, std::int64_t token) const {
  return !handed_ || (token < width_ && get(*handed_, row * width_ + token) != 0);
}

bool Padding::all_real(std::int64_t first, std::int64_t count) const {
  for (std::int64_t row = 0; row < rows_; ++row)
    for (std::int64_t token = first; token < first + count; ++token)
      if (!real(row, token)) return false;
  return true;
}

bool Padding::all_ones() const { return all_real(0, width_); }

std::int64_t Padding::leading(std::int64_t row) const {
  std::int64_t pads = 0;
  while (pads < width_ && !real(row, pads)) ++pads;
  return pads;
}

Sees predicate_of(const Request& request, const Padding& padding, bool left_padding) {
  return [=](std::int64_t row, std::int64_t query, std::int64_t key) {
    if (!padding.real(row, key)) return false;
    const std::int64_t start = left_padding ? padding.leading(row) : 0;
    switch (request.pattern) {
    case Pattern::causal: return key <= query;
    case Pattern::sliding: return key <= query && key > query - request.size;
    case Pattern::chunked:
      return key <= query &&
             floor_division(key - start, request.size) == floor_division(query - start, request.size);
    case Pattern::bidirectional: return true;
    case Pattern::bidirectional_sliding: return distance(query, key) <= request.size;
    case Pattern::own: break;
    }
    throw std::logic_error("a user's own mask has no predicate of the release");
  };
}

View boolean_mask(const PolicyInput& in, const Columns& columns, const Sees& sees) {
  return mask_of_values(in, Element::boolean, columns, sees);
}

View additive_mask(const PolicyInput& in, const Columns& columns, const Sees& sees) {
  return mask_of_values(in, element_of(in.value.dtype), columns, sees);
}

View own_boolean_mask(const PolicyInput& in) {
  return fitted(boolean_mask(in, {.count = width_of(in.step)}, own_cells(in)), in.width);
}

View own_additive_mask(const PolicyInput& in) {
  return fitted(additive_mask(in, {.count = width_of(in.step)}, own_cells(in)), in.width);
}

View fitted(const View& mask, std::int64_t width) {
  View cut = mask;
  cut.shape[3] = std::min(cut.shape[3], width);
  if (cut.shape[3] == width) return cut;
  if (cut.shape[3] != 1)
    throw std::runtime_error(fmt::format("a mask of {} columns does not fit {} keys", mask.shape[3], width));
  View spread = make_view(cut.element, {cut.shape[0], cut.shape[1], cut.shape[2], width});
  cut.shape[3] = width;
  cut.stride[3] = 0;
  copy_values(cut, spread);
  return spread;
}

std::int64_t static_slots(const Case& value) {
  return *std::min_element(value.cache.numbers.begin(), value.cache.numbers.end());
}

bool is_static(const Case& value) {
  return value.cache.kind == CacheKind::static_ || value.cache.kind == CacheKind::static_sliding;
}

std::vector<std::string> features(const std::vector<std::string>& more) {
  std::vector<std::string> all = {"cache.none",     "cache.dynamic",   "cache.static", "mask.causal",
                                  "mask.window",    "form.none",       "form.padding", "mask_shape.b1qk",
                                  "unfilled.zeros", "unfilled.canary", "pad.left",     "pad.right",
                                  "pad.bits",       "steps",           "reorder"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<Combination> refusals(const std::vector<Combination>& more) {
  std::vector<Combination> all;
  for (const char* feature : {"alibi", "softcap", "sink"})
    all.push_back(
        {.all = {feature}, .reason = fmt::format("Llama, Mistral and Llama 4 have no {}", feature)});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::map<std::string, EmptyRow> finite_minimum_rows() {
  return {{"*", EmptyRow::mean}, {"none@f16", EmptyRow::unspecified}, {"padding@f16", EmptyRow::unspecified}};
}

} // namespace attest::backends::hf
