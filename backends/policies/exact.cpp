// The policy `exact`: right by construction. It asks its kernel for exactly the slots that the case lets each
// query see, and uses the flag or no mask at all only where that says the same.
#include "backends/policies/bias.hpp"
#include "backends/policies/tokens_mask.hpp"
#include "backends/registry.hpp"
#include "cases/words.hpp"

#include <fmt/format.h>
#include <stdexcept>

namespace attest::backends {

namespace {

template <class Enum>
void add_all(std::vector<std::string>& features, const std::string& group, std::size_t first = 0) {
  for (std::size_t i = first; i < names_of<Enum>().size(); ++i)
    features.push_back(group + "." + std::string(names_of<Enum>()[i]));
}

std::vector<std::string> features_of(Family) {
  std::vector<std::string> features = {"unfilled.zeros", "unfilled.canary", "steps",
                                       "crop",           "reorder",         "reset",
                                       "offset",         "flag.true",       "flag.false"};
  add_all<CacheKind>(features, "cache");
  add_all<TermKind>(features, "mask");
  add_all<Form>(features, "form");
  add_all<MaskShape>(features, "mask_shape");
  add_all<Dtype>(features, "mask_dtype");
  add_all<PadSide>(features, "pad", 1); // pad=none is no feature
  return features;
}

/// Hides the keys that a handed (batch, width) padding mask calls pads; its columns are tokens, not slots.
void apply_padding(const Tensor& padding, std::int64_t batch, const std::vector<std::int64_t>& keys,
                   std::vector<char>& row) {
  const std::int64_t width = padding.shape.at(1);
  for (std::size_t j = 0; j < keys.size(); ++j)
    if (row[j] && (keys[j] >= width || get(padding, batch * width + keys[j]) == 0)) row[j] = 0;
}

View built_mask(const PolicyInput& input) {
  const Case& value = input.value;
  const auto keys = tokens_of(input.step);
  View mask =
      make_view(Element::boolean, {value.batch, 1, input.step.fresh, static_cast<std::int64_t>(keys.size())});
  for (std::int64_t batch = 0; batch < value.batch; ++batch)
    for (std::int64_t i = 0; i < input.step.fresh; ++i) {
      const QueryToken query{input.step.sequence[static_cast<std::size_t>(batch)], input.step.q0 + i};
      auto row = value.form == Form::padding ? seen_before_pads(value, query, keys)
                                             : seen_tokens(value, query, keys);
      if (value.form == Form::padding) apply_padding(*input.handed, batch, keys, row);
      for (std::size_t j = 0; j < keys.size(); ++j)
        set(mask, batch, 0, i, static_cast<std::int64_t>(j), row[j]);
    }
  return mask;
}

/// The handed mask is the complete answer, the flag included; an additive one says the same in numbers.
View handed_mask(const Tensor& handed) {
  View mask = view_of(handed);
  if (handed.element == Element::boolean) return mask;
  View seen = make_view(Element::boolean, mask.shape);
  for (std::int64_t a = 0; a < mask.shape[0]; ++a)
    for (std::int64_t b = 0; b < mask.shape[1]; ++b)
      for (std::int64_t i = 0; i < mask.shape[2]; ++i)
        for (std::int64_t j = 0; j < mask.shape[3]; ++j) set(seen, a, b, i, j, get(mask, a, b, i, j) == 0);
  return seen;
}

/// Whether every row of the mask has `sees(query, slot)` in every column.
template <class Predicate> bool is_everywhere(const View& mask, const Predicate& sees) {
  for (std::int64_t a = 0; a < mask.shape[0]; ++a)
    for (std::int64_t i = 0; i < mask.shape[2]; ++i)
      for (std::int64_t j = 0; j < mask.shape[3]; ++j)
        if ((get(mask, a, 0, i, j) != 0) != sees(i, j)) return false;
  return true;
}

Arguments arguments_of(const PolicyInput& input) {
  if (input.width != width_of(input.step))
    throw std::runtime_error(
        fmt::format("the cache returned {} slots, the plan has {}", input.width, width_of(input.step)));
  const Case& value = input.value;
  const Memory memory = value.memory == Memory::sliced ? Memory::sliced : Memory::plain;
  Arguments arguments{.bias = alibi_bias(value, input.step)};
  const bool handed_complete = value.form != Form::none && value.form != Form::padding;
  const View mask = handed_complete ? handed_mask(*input.handed) : built_mask(input);
  if (!handed_complete && is_everywhere(mask, [](auto, auto) { return true; })) return arguments;
  // Top-left: for a prefill the same as the mask. But Torch 2.13's CPU flash kernel multiplies what the flag
  // hides, -inf, by the scale: NaN for a scale of 0 or less.
  const bool flag_is_safe = scale_of(value) > 0;
  if (!handed_complete && flag_is_safe && is_everywhere(mask, [](auto i, auto j) { return j <= i; })) {
    arguments.is_causal = true;
    return arguments;
  }
  arguments.mask = arranged(mask, Layout::bhsd, memory);
  return arguments;
}

const Registered<Policy> exact{
    [] { return Policy{.name = "exact", .features = features_of, .arguments = arguments_of}; }};

} // namespace

} // namespace attest::backends
