// The makers of random cases, and the check that they are valid by construction.
#include "cases/random_case.testing.hpp"

#include "cases/line.hpp"
#include "cases/pads.hpp"
#include "cases/timeline.hpp"
#include "cases/validate.hpp"

#include <algorithm>
#include <set>

namespace attest {

/// RapidCheck finds this by argument-dependent lookup.
void showValue(const Case& value, std::ostream& stream) { stream << print_line(value); }

} // namespace attest

namespace attest::testing {

namespace {

/// Deals out choices one by one; when they are used up, every further one is 0.
class Dealer {
public:
  explicit Dealer(const std::vector<std::uint32_t>& choices) : choices_(choices) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    const std::uint32_t choice = at_ < choices_.size() ? choices_[at_++] : 0;
    return low + static_cast<std::int64_t>(choice % static_cast<std::uint32_t>(high - low + 1));
  }

  bool rarely() { return between(0, 3) == 3; }

  template <class Enum> Enum word(int count) { return static_cast<Enum>(between(0, count - 1)); }

private:
  const std::vector<std::uint32_t>& choices_;
  std::size_t at_ = 0;
};

double decimal(Dealer& deal) {
  constexpr double divisors[] = {1, 2, 10, 1000, 1e9};
  return static_cast<double>(deal.between(0, 1000000) - 1000) / divisors[deal.between(0, 4)];
}

std::vector<std::int64_t> wholes(Dealer& deal, std::int64_t count, std::int64_t low, std::int64_t high) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(deal.between(low, high));
  return numbers;
}

Term term(Dealer& deal, std::int64_t batch) {
  Term result{.kind = deal.word<TermKind>(9)};
  switch (result.kind) {
  case TermKind::full:
  case TermKind::causal: break;
  case TermKind::ahead: result.number = deal.between(-3, 3); break;
  case TermKind::documents:
    for (std::int64_t lists = deal.rarely() ? batch : 1; lists > 0; --lists)
      result.lists.push_back(wholes(deal, deal.between(1, 3), 1, 4));
    break;
  case TermKind::blocks: {
    result.lists.push_back({});
    std::int64_t next = 0;
    for (std::int64_t blocks = deal.between(1, 3); blocks > 0; --blocks) {
      const std::int64_t first = next + deal.between(0, 2);
      const std::int64_t last = first + deal.between(0, 2);
      result.lists[0].insert(result.lists[0].end(), {first, last});
      next = last + 1;
    }
    break;
  }
  default: result.number = deal.between(1, 6);
  }
  return result;
}

Mask expression(Dealer& deal, std::int64_t batch, int depth) {
  if (depth == 0 || !deal.rarely()) return Mask{.op = Mask::Op::term, .term = term(deal, batch)};
  const Mask::Op op = deal.between(0, 1) == 0 ? Mask::Op::all : Mask::Op::any;
  return join(op, {expression(deal, batch, depth - 1), expression(deal, batch, depth - 1)});
}

bool may_crop(CacheKind kind) {
  const std::set<CacheKind> kinds = {CacheKind::dynamic, CacheKind::static_, CacheKind::quantized,
                                     CacheKind::paged};
  return kinds.count(kind) == 1;
}

std::vector<Entry> steps(Dealer& deal, const Case& value) {
  std::vector<Entry> entries = {Feed{deal.between(1, 6)}};
  if (value.cache.kind == CacheKind::none) return entries;
  std::int64_t length = std::get<Feed>(entries[0]).tokens;
  for (std::int64_t more = deal.between(0, 5); more > 0; --more) {
    const std::int64_t operation = deal.between(0, 6);
    if (operation == 4 && may_crop(value.cache.kind))
      entries.push_back(Crop{length = deal.between(0, length)});
    if (operation == 5) entries.push_back(Reorder{wholes(deal, value.batch, 0, value.batch - 1)});
    if (operation == 6) {
      entries.push_back(Reset{});
      length = 0;
    }
    entries.push_back(Feed{deal.rarely() ? deal.between(1, 4) : 1});
    length += std::get<Feed>(entries.back()).tokens;
  }
  return entries;
}

std::vector<std::int64_t> cache_numbers(Dealer& deal, CacheKind kind, std::int64_t longest) {
  switch (kind) {
  case CacheKind::none:
  case CacheKind::dynamic:
  case CacheKind::cross: return {};
  case CacheKind::static_: return {longest + deal.between(0, 4)};
  case CacheKind::static_sliding:
  case CacheKind::sink: return {deal.between(1, 8), deal.between(1, 8)};
  case CacheKind::quantized: return {std::int64_t{2} << deal.between(0, 2)};
  default: return {deal.between(1, 8)};
  }
}

Pad pads(Dealer& deal, const Case& value) {
  Pad pad{.side = deal.word<PadSide>(4)};
  if (pad.side == PadSide::none) return pad;
  if (pad.side != PadSide::bits) {
    pad.counts = wholes(deal, value.batch, 0, padded_tokens(value));
    return pad;
  }
  const bool keys_are_given = value.keys.has_value();
  const std::int64_t longest = keys_are_given ? *value.keys : longest_sequence(value.steps);
  if (longest == 0) return {};
  const std::int64_t length = deal.between(1, longest);
  for (std::int64_t row = 0; row < value.batch; ++row) {
    std::string bits;
    for (std::int64_t i = 0; i < length; ++i) bits += deal.between(0, 1) == 0 ? '1' : '0';
    pad.bits.push_back(bits);
  }
  return pad;
}

void choose_handing_over(Dealer& deal, Case& value) {
  value.pad = pads(deal, value);
  if (deal.rarely()) value.is_causal = deal.between(0, 1) == 1;
  const bool has_pads = value.pad.side != PadSide::none;
  value.form = static_cast<Form>(deal.between(has_pads ? 1 : 0, 4));
  if (value.form < Form::boolean) return;
  value.mask_shape = deal.word<MaskShape>(4);
  if (value.form == Form::boolean || !deal.rarely()) return;
  const auto other = deal.word<Dtype>(4);
  if (other != value.dtype) value.mask_dtype = other;
}

void choose_numerics(Dealer& deal, Case& value) {
  if (deal.rarely()) value.scale = decimal(deal);
  if (deal.rarely()) value.softcap = static_cast<double>(deal.between(1, 100000)) / 1000;
  for (auto* list : {&value.sink, &value.alibi})
    if (deal.rarely())
      for (std::int64_t count = deal.rarely() ? value.query_heads : 1; count > 0; --count)
        list->push_back(decimal(deal));
  value.rows = deal.word<Rows>(2);
  value.layout = deal.word<Layout>(4);
  value.memory = deal.word<Memory>(value.cache.kind == CacheKind::none ? 3 : 2);
  value.unfilled = deal.word<Unfilled>(3);
  value.data = deal.word<Data>(7);
  value.seed = static_cast<std::uint64_t>(deal.between(0, 100000));
}

} // namespace

Mask mask_from_choices(const std::vector<std::uint32_t>& choices, std::int64_t batch) {
  Dealer deal(choices);
  return expression(deal, batch, 3);
}

Case case_from_choices(const std::vector<std::uint32_t>& choices) {
  Dealer deal(choices);
  Case value;
  value.cache.kind = deal.word<CacheKind>(11);
  value.batch = deal.between(1, 3);
  value.kv_heads = deal.between(1, 3);
  value.query_heads = value.kv_heads * deal.between(1, 3);
  value.dim = deal.between(1, 9);
  value.value_dim = deal.rarely() ? deal.between(1, 9) : value.dim;
  value.dtype = deal.word<Dtype>(4);
  value.steps = steps(deal, value);
  value.cache.numbers = cache_numbers(deal, value.cache.kind, longest_sequence(value.steps));
  if (value.cache.kind == CacheKind::cross || (value.cache.kind == CacheKind::none && deal.rarely()))
    value.keys = deal.between(0, 8);
  if (value.cache.kind == CacheKind::none && deal.rarely()) value.offset = deal.between(-4, 9);
  value = with_defaults(value);
  if (deal.rarely()) value.mask = expression(deal, value.batch, 3);
  choose_handing_over(deal, value);
  choose_numerics(deal, value);
  return value;
}

TEST_CASE("random cases are valid and reach every cache, pad and form") {
  property("valid", [](const std::vector<std::uint32_t>& choices) { validate(case_from_choices(choices)); });
  std::set<CacheKind> kinds;
  std::set<PadSide> sides;
  std::set<Form> forms;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    std::vector<std::uint32_t> choices;
    for (std::uint32_t j = 0; j < 200; ++j) choices.push_back((i * 2654435761u + j * 40503u) >> 7);
    const Case value = case_from_choices(choices);
    kinds.insert(value.cache.kind);
    sides.insert(value.pad.side);
    forms.insert(value.form);
  }
  CHECK(kinds.size() == 11);
  CHECK(sides.size() == 4);
  CHECK(forms.size() == 5);
}

} // namespace attest::testing
