// Reading of single values; limits are validate_keys.cpp's business.
#include "cases/line_read.hpp"

#include "cases/error.hpp"
#include "cases/numbers.hpp"
#include "cases/steps.hpp"
#include "cases/words.hpp"

#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace attest {

namespace {

template <class Enum> Enum word_of(std::string_view what, std::string_view text) {
  const auto value = named<Enum>(text);
  if (!value) throw InputError(ErrorKind::unknown, unknown_word(what, text, names_of<Enum>()));
  return *value;
}

/// "A" or "A/B"; B is A if it is not written.
std::pair<std::int64_t, std::int64_t> one_or_two(std::string_view text) {
  const std::vector<std::int64_t> numbers = parse_wholes(text, '/');
  if (numbers.size() > 2)
    throw InputError(ErrorKind::syntax, "expected one number, or two with '/' between them");
  return {numbers.front(), numbers.back()};
}

/// KIND or KIND:REST.
struct Kinded {
  std::string_view kind;
  std::string_view rest;
  bool has_rest;
};

Kinded kinded(std::string_view text) {
  const std::size_t colon = text.find(':');
  const bool has_rest = colon != std::string_view::npos;
  if (colon == 0) throw InputError(ErrorKind::syntax, "expected a word before ':'");
  return {text.substr(0, colon), has_rest ? text.substr(colon + 1) : std::string_view(), has_rest};
}

std::vector<double> decimals(std::string_view text) {
  std::vector<double> numbers;
  for (const std::string_view piece : split(text, ',')) numbers.push_back(parse_decimal(piece));
  return numbers;
}

} // namespace

void read_batch(Draft& draft, std::string_view text) { draft.value.batch = parse_whole(text); }

void read_heads(Draft& draft, std::string_view text) {
  std::tie(draft.value.query_heads, draft.value.kv_heads) = one_or_two(text);
}

void read_dim(Draft& draft, std::string_view text) {
  std::tie(draft.value.dim, draft.value.value_dim) = one_or_two(text);
}

void read_steps(Draft& draft, std::string_view text) { draft.value.steps = parse_steps(text); }

void read_cache(Draft& draft, std::string_view text) {
  const Kinded parts = kinded(text);
  draft.value.cache = Cache{.kind = word_of<CacheKind>("cache kind", parts.kind)};
  if (parts.has_rest) draft.value.cache.numbers = parse_wholes(parts.rest, ',');
}

void read_keys(Draft& draft, std::string_view text) { draft.value.keys = parse_whole(text); }

void read_mask(Draft& draft, std::string_view text) {
  draft.value.mask = parse_mask(text);
  draft.has_mask = true;
}

void read_pad(Draft& draft, std::string_view text) {
  const Kinded parts = kinded(text);
  Pad& pad = draft.value.pad;
  pad.side = word_of<PadSide>("pad side", parts.kind);
  if (parts.has_rest != (pad.side != PadSide::none))
    throw InputError(ErrorKind::syntax, "expected none, left:L0,L1,.., right:R0,R1,.. or bits:0110,1111,..");
  if (pad.side == PadSide::none) return;
  if (pad.side == PadSide::bits)
    for (const std::string_view bits : split(parts.rest, ',')) pad.bits.push_back(std::string(bits));
  else
    pad.counts = parse_wholes(parts.rest, ',');
}

void read_is_causal(Draft& draft, std::string_view text) {
  constexpr std::string_view words[] = {"unset", "true", "false"};
  if (text == "true" || text == "false")
    draft.value.is_causal = text == "true";
  else if (text != "unset")
    throw InputError(ErrorKind::unknown, unknown_word("flag", text, words));
}

void read_form(Draft& draft, std::string_view text) {
  draft.value.form = word_of<Form>("form", text);
  draft.has_form = true;
}

void read_mask_shape(Draft& draft, std::string_view text) {
  draft.value.mask_shape = word_of<MaskShape>("mask shape", text);
}

void read_mask_dtype(Draft& draft, std::string_view text) {
  constexpr std::string_view words[] = {"io", "f32", "f64", "f16", "bf16"};
  if (text == "io") return;
  draft.value.mask_dtype = named<Dtype>(text);
  if (!draft.value.mask_dtype) throw InputError(ErrorKind::unknown, unknown_word("mask dtype", text, words));
}

void read_offset(Draft& draft, std::string_view text) { draft.value.offset = parse_whole(text); }

void read_rows(Draft& draft, std::string_view text) {
  draft.value.rows = word_of<Rows>("choice of rows", text);
}

void read_dtype(Draft& draft, std::string_view text) { draft.value.dtype = word_of<Dtype>("dtype", text); }

void read_scale(Draft& draft, std::string_view text) { draft.value.scale = parse_decimal(text); }

void read_softcap(Draft& draft, std::string_view text) { draft.value.softcap = parse_decimal(text); }

void read_sink(Draft& draft, std::string_view text) { draft.value.sink = decimals(text); }

void read_alibi(Draft& draft, std::string_view text) { draft.value.alibi = decimals(text); }

void read_layout(Draft& draft, std::string_view text) {
  draft.value.layout = word_of<Layout>("layout", text);
}

void read_memory(Draft& draft, std::string_view text) {
  draft.value.memory = word_of<Memory>("kind of memory", text);
}

void read_unfilled(Draft& draft, std::string_view text) {
  draft.value.unfilled = word_of<Unfilled>("content of unfilled slots", text);
}

void read_data(Draft& draft, std::string_view text) {
  draft.value.data = word_of<Data>("kind of data", text);
}

void read_seed(Draft& draft, std::string_view text) {
  // A negative number wraps to one above the limit, which check_key refuses.
  draft.value.seed = static_cast<std::uint64_t>(parse_whole(text));
}

} // namespace attest
