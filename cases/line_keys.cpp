// Printing of single values, and the table.
#include "cases/line_keys.hpp"

#include "cases/line_read.hpp"
#include "cases/numbers.hpp"
#include "cases/steps.hpp"
#include "cases/words.hpp"

#include <fmt/format.h>
#include <optional>

namespace attest {

namespace {

std::string pair_text(std::int64_t first, std::int64_t second) {
  return first == second ? std::to_string(first) : fmt::format("{}/{}", first, second);
}

std::string print_cache(const Case& value) {
  const std::string kind(name_of(value.cache.kind));
  if (value.cache.numbers.empty()) return kind;
  return fmt::format("{}:{}", kind, fmt::join(value.cache.numbers, ","));
}

std::string print_pad(const Case& value) {
  const std::string_view side = name_of(value.pad.side);
  if (value.pad.side == PadSide::none) return std::string(side);
  if (value.pad.side == PadSide::bits) return fmt::format("{}:{}", side, fmt::join(value.pad.bits, ","));
  return fmt::format("{}:{}", side, fmt::join(value.pad.counts, ","));
}

std::string print_flag(const Case& value) {
  if (!value.is_causal) return "unset";
  return *value.is_causal ? "true" : "false";
}

std::string whole_or_none(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "none";
}

std::string print_list(const std::vector<double>& list) {
  std::string text;
  for (const double number : list)
    text += fmt::format("{}{}", text.empty() ? "" : ",", print_decimal(number));
  return text.empty() ? "none" : text;
}

template <class Enum> std::string text_of(Enum value) { return std::string(name_of(value)); }

constexpr LineKey keys[] = {
    {"batch", read_batch, [](const Case& c) { return std::to_string(c.batch); }},
    {"heads", read_heads, [](const Case& c) { return pair_text(c.query_heads, c.kv_heads); }},
    {"dim", read_dim, [](const Case& c) { return pair_text(c.dim, c.value_dim); }},
    {"steps", read_steps, [](const Case& c) { return print_steps(c.steps); }},
    {"cache", read_cache, print_cache},
    {"keys", read_keys, [](const Case& c) { return whole_or_none(c.keys); }},
    {"mask", read_mask, [](const Case& c) { return print_mask(c.mask); }},
    {"pad", read_pad, print_pad},
    {"is_causal", read_is_causal, print_flag},
    {"form", read_form, [](const Case& c) { return text_of(c.form); }},
    {"mask_shape", read_mask_shape, [](const Case& c) { return text_of(c.mask_shape); }},
    {"mask_dtype", read_mask_dtype,
     [](const Case& c) { return c.mask_dtype ? text_of(*c.mask_dtype) : "io"; }},
    {"offset", read_offset, [](const Case& c) { return whole_or_none(c.offset); }},
    {"rows", read_rows, [](const Case& c) { return text_of(c.rows); }},
    {"dtype", read_dtype, [](const Case& c) { return text_of(c.dtype); }},
    {"scale", read_scale, [](const Case& c) { return c.scale ? print_decimal(*c.scale) : "auto"; }},
    {"softcap", read_softcap, [](const Case& c) { return c.softcap ? print_decimal(*c.softcap) : "none"; }},
    {"sink", read_sink, [](const Case& c) { return print_list(c.sink); }},
    {"alibi", read_alibi, [](const Case& c) { return print_list(c.alibi); }},
    {"layout", read_layout, [](const Case& c) { return text_of(c.layout); }},
    {"memory", read_memory, [](const Case& c) { return text_of(c.memory); }},
    {"unfilled", read_unfilled, [](const Case& c) { return text_of(c.unfilled); }},
    {"data", read_data, [](const Case& c) { return text_of(c.data); }},
    {"seed", read_seed, [](const Case& c) { return std::to_string(c.seed); }},
};

} // namespace

std::span<const LineKey> line_keys() { return keys; }

} // namespace attest
