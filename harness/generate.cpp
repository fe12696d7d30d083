// Random cases: each part is drawn from what the parts before it leave valid, so that nothing is ever
// filtered.
#include "harness/generate.hpp"

#include "harness/draws.hpp"
#include "harness/generate_mask.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

bool takes_crop(CacheKind kind) {
  return kind == CacheKind::dynamic || kind == CacheKind::static_ || kind == CacheKind::quantized ||
         kind == CacheKind::paged;
}

/// What later parts need to know about the steps.
struct Extent {
  std::int64_t longest = 0; ///< tokens in the longest sequence
  std::int64_t most = 0;    ///< tokens of the largest step
};

/// Short most of the time; some are long enough to cross the edges of tiles of 16, 32 and 64. A third is long
/// if a longest one is given (0: none is, and nothing is drawn for it).
std::int64_t draw_length(Draws& draws, const Sizes& sizes) {
  const std::int64_t longest = sizes.longest;
  if (longest > 0 && draws.chance(33)) return draws.between((longest + 7) / 8, longest);
  return draws.chance(sizes.long_percent) ? draws.between(13, 70) : draws.between(1, sizes.short_length);
}

/// At most one operation, and the length after it.
std::int64_t draw_operation(Draws& draws, Case& value, std::int64_t length) {
  if (takes_crop(value.cache.kind) && draws.chance(12)) {
    length = draws.between(0, length);
    value.steps.push_back(Crop{length});
  } else if (draws.chance(value.batch > 1 ? 15 : 3)) {
    Reorder reorder;
    for (std::int64_t row = 0; row < value.batch; ++row)
      reorder.rows.push_back(draws.between(0, value.batch - 1));
    value.steps.push_back(reorder);
  } else if (draws.chance(6)) {
    length = 0;
    value.steps.push_back(Reset{});
  }
  return length;
}

Extent draw_steps(Draws& draws, Case& value, const Sizes& sizes) {
  const std::int64_t first = draw_length(draws, sizes);
  value.steps.push_back(Feed{first});
  Extent extent{first, first};
  if (value.cache.kind == CacheKind::none) return extent;
  std::int64_t length = first;
  for (std::int64_t steps = draws.between(0, sizes.most_steps - 1); steps > 0; --steps) {
    length = draw_operation(draws, value, length);
    const std::int64_t fresh = draws.chance(60) ? 1 : draws.between(1, 5);
    value.steps.push_back(Feed{fresh});
    length += fresh;
    extent = {std::max(extent.longest, length), std::max(extent.most, fresh)};
  }
  return extent;
}

std::vector<std::int64_t> draw_cache_numbers(Draws& draws, CacheKind kind, const Extent& extent) {
  const std::int64_t longest = extent.longest;
  switch (kind) {
  case CacheKind::static_: return {longest + draws.between(0, 4)};
  case CacheKind::sliding:
  case CacheKind::chunked: return {draws.between(1, longest + 1)};
  case CacheKind::static_sliding: return {draws.between(1, longest + 1), draws.between(1, longest + 4)};
  case CacheKind::ring: return {draws.between(extent.most, longest + 3)};
  case CacheKind::quantized: return {draws.pick<std::int64_t>({8, 4, 2})};
  case CacheKind::paged: return {draws.between(1, 8)};
  case CacheKind::sink: return {draws.between(1, 3), draws.between(1, longest)};
  default: return {};
  }
}

/// Keys of a call without a cache, or of the encoder; returns how many tokens pads may cover.
Extent draw_keys(Draws& draws, Case& value, const Extent& fed, const Sizes& sizes) {
  if (value.cache.kind == CacheKind::cross) value.keys = draws.chance(3) ? 0 : draw_length(draws, sizes);
  if (value.cache.kind == CacheKind::none && draws.chance(30))
    value.keys = draws.chance(3) ? 0 : draw_length(draws, sizes);
  if (value.cache.kind == CacheKind::none && draws.chance(20))
    value.offset = draws.between(-3, fed.longest + 3);
  value = with_defaults(value);
  const std::int64_t first = value.keys.value_or(std::get<Feed>(value.steps.front()).tokens);
  return {value.keys.value_or(fed.longest), first};
}

Pad draw_pad(Draws& draws, std::int64_t batch, const Extent& covered) {
  Pad pad;
  if (covered.most == 0 || !draws.chance(45)) return pad;
  pad.side = draws.pick<PadSide>({PadSide::left, PadSide::left, PadSide::right, PadSide::bits});
  const bool alike = draws.chance(25); // the rows of a mask without a batch dimension must be
  const std::int64_t length = draws.between(1, covered.longest);
  for (std::int64_t row = 0; row < batch; ++row) {
    if (pad.side == PadSide::bits) {
      std::string bits;
      for (std::int64_t token = 0; token < length; ++token) bits += draws.chance(70) ? '1' : '0';
      pad.bits.push_back(alike && row > 0 ? pad.bits[0] : bits);
    } else {
      const std::int64_t count = draws.between(0, draws.chance(85) ? covered.most / 2 : covered.most);
      pad.counts.push_back(alike && row > 0 ? pad.counts[0] : count);
    }
  }
  return pad;
}

bool rows_alike(const Case& value) {
  const auto& pad = value.pad;
  const bool pads =
      std::equal(pad.counts.begin() + !pad.counts.empty(), pad.counts.end(), pad.counts.begin()) &&
      std::equal(pad.bits.begin() + !pad.bits.empty(), pad.bits.end(), pad.bits.begin());
  const auto terms = terms_of(value.mask);
  const bool lists =
      std::all_of(terms.begin(), terms.end(), [](const Term& term) { return term.lists.size() <= 1; });
  return pads && lists;
}

void draw_form(Draws& draws, Case& value) {
  if (value.pad.side != PadSide::none)
    value.form =
        draws.pick<Form>({Form::padding, Form::padding, Form::boolean, Form::additive, Form::additive_inf});
  else
    value.form = draws.pick<Form>({Form::none, Form::none, Form::none, Form::padding, Form::boolean,
                                   Form::additive, Form::additive_inf});
  if (value.form == Form::none || value.form == Form::padding) return;
  if (draws.chance(15))
    value.mask_shape = MaskShape::bhqk;
  else if (draws.chance(30) && rows_alike(value))
    value.mask_shape = draws.pick<MaskShape>({MaskShape::oneoneqk, MaskShape::qk});
  if (value.form == Form::boolean || draws.chance(75)) return;
  const auto dtype = draws.pick<Dtype>({Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16});
  if (dtype != value.dtype) value.mask_dtype = dtype;
}

void draw_heads(Draws& draws, Case& value, const Sizes& sizes) {
  value.kv_heads = draws.pick<std::int64_t>({1, 1, 2, 3});
  value.query_heads = value.kv_heads * draws.pick<std::int64_t>({1, 1, 2, 3});
  value.dim = draws.chance(5) ? 64 : draws.chance(40) ? 8 : draws.between(sizes.least_dim, 16);
  value.value_dim = draws.chance(80) ? value.dim : draws.between(sizes.least_dim, 16);
}

std::vector<double> draw_per_head(Draws& draws, const Case& value, const std::vector<double>& choices) {
  std::vector<double> list;
  for (std::int64_t head = draws.chance(50) ? 1 : value.query_heads; head > 0; --head)
    list.push_back(draws.pick(choices));
  return list;
}

Data draw_data(Draws& draws) {
  return draws.pick<Data>(
      {Data::integers, Data::near_tie, Data::large, Data::offset, Data::constant, Data::zero_keys});
}

void draw_numbers(Draws& draws, Case& value) {
  if (draws.chance(12)) value.scale = draws.pick<double>({1, 0.5, 0.125, 0.3, 0, -0.5});
  if (draws.chance(8)) value.softcap = draws.pick<double>({50, 30, 5.5, 1});
  if (draws.chance(8)) value.sink = draw_per_head(draws, value, {0, 1, -1, 2.5, -3});
  if (draws.chance(8)) value.alibi = draw_per_head(draws, value, {0.5, 0.25, 0.0625, 0.1, -0.5});
  if (draws.chance(50)) value.data = draw_data(draws);
}

void draw_memory(Draws& draws, Case& value) {
  if (draws.chance(25)) value.layout = draws.pick<Layout>({Layout::bshd, Layout::sbhd, Layout::bhds});
  if (draws.chance(15))
    value.memory = Memory::sliced;
  else if (value.cache.kind == CacheKind::none && draws.chance(12))
    value.memory = Memory::expanded;
  if (draws.chance(40)) value.unfilled = draws.pick<Unfilled>({Unfilled::canary, Unfilled::nan});
}

constexpr std::int64_t kinds = 11; // enumerators of CacheKind

} // namespace

Case random_case(std::uint64_t seed, std::uint64_t index, std::optional<CacheKind> kind, const Sizes& sizes) {
  Draws draws(seed, index);
  Case value;
  // Drawn even when it is given, so that pinning the kind changes nothing else than what depends on it.
  const auto drawn = static_cast<CacheKind>(draws.between(0, kinds - 1));
  value.cache.kind = kind.value_or(drawn);
  value.batch = draws.pick<std::int64_t>({1, 1, 2, 2, 3});
  draw_heads(draws, value, sizes);
  const Extent fed = draw_steps(draws, value, sizes);
  value.cache.numbers = draw_cache_numbers(draws, value.cache.kind, fed);
  const Extent covered = draw_keys(draws, value, fed, sizes);
  value.pad = draw_pad(draws, value.batch, covered);
  value.dtype = draws.pick<Dtype>(
      {Dtype::f32, Dtype::f32, Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16, Dtype::bf16});
  value.seed = static_cast<std::uint64_t>(draws.between(0, 999'999));
  if (value.pad.side != PadSide::none && draws.chance(10)) value.rows = Rows::all;
  const std::int64_t length = std::max(fed.longest, covered.longest);
  // Half of the cases are what every model does all day: most backends take these, and a mistake in them
  // matters most.
  if (draws.chance(50)) {
    value.mask = ordinary_mask(draws, value, length);
    if (value.pad.side != PadSide::none) value.form = Form::padding;
    if (sizes.longest > 0 && draws.chance(50))
      value.data = draw_data(draws); // long rows are for the bound's sake
    return value;
  }
  value.mask = random_mask(draws, value, length);
  if (draws.chance(20)) value.is_causal = draws.chance(50);
  draw_form(draws, value);
  draw_numbers(draws, value);
  draw_memory(draws, value);
  return value;
}

} // namespace attest::harness
