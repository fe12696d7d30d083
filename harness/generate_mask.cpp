// Random masks: a term that keeps the rows within the cache's reach, and-ed with anything.
#include "harness/generate_mask.hpp"

#include <algorithm>

namespace attest::harness {
namespace {

/// Tokens before each call and new in it.
struct Span {
  std::int64_t before = 0;
  std::int64_t fresh = 0;
};

std::vector<Span> spans_of(const Case& value) {
  std::vector<Span> spans;
  std::int64_t length = 0;
  for (const auto& entry : value.steps) {
    if (const auto* feed = std::get_if<Feed>(&entry)) {
      spans.push_back({length, feed->tokens});
      length += feed->tokens;
    } else if (const auto* crop = std::get_if<Crop>(&entry)) {
      length = crop->length;
    } else if (std::holds_alternative<Reset>(entry)) {
      length = 0;
    }
  }
  return spans;
}

/// A ring holds the last `capacity` tokens after a call of n new ones, so its first query can look back
/// capacity - n + 1 keys.
Reach reach_of_ring(const std::vector<Span>& spans, std::int64_t capacity) {
  Reach reach{.limited = false, .window = capacity, .sink = 0};
  for (const auto& span : spans) {
    if (span.before + span.fresh <= capacity) continue;
    reach.limited = true;
    reach.window = std::min(reach.window, capacity - span.fresh + 1);
  }
  return reach;
}

Reach reach_of_window(const std::vector<Span>& spans, std::int64_t window, std::int64_t sink) {
  Reach reach{.limited = false, .window = window, .sink = sink};
  for (const auto& span : spans) reach.limited = reach.limited || span.before - window + 1 > sink;
  return reach;
}

Term documents(Draws& draws, const Case& value, std::int64_t length) {
  Term term{.kind = TermKind::documents};
  const std::int64_t lists = value.batch > 1 && draws.chance(40) ? value.batch : 1;
  for (std::int64_t list = 0; list < lists; ++list) {
    std::vector<std::int64_t> lengths;
    for (std::int64_t count = draws.between(1, 3); count > 0; --count)
      lengths.push_back(draws.between(1, std::max<std::int64_t>(length / 2, 1)));
    term.lists.push_back(lengths);
  }
  return term;
}

Term blocks(Draws& draws, std::int64_t length) {
  Term term{.kind = TermKind::blocks, .number = 0, .lists = {{}}};
  std::int64_t first = draws.between(0, 2);
  for (std::int64_t count = draws.between(1, 2); count > 0; --count) {
    const std::int64_t last = first + draws.between(0, std::max<std::int64_t>(length / 3, 1));
    term.lists[0].push_back(first);
    term.lists[0].push_back(last);
    first = last + draws.between(1, 3);
  }
  return term;
}

Mask any_term(Draws& draws, const Case& value, std::int64_t length) {
  const std::int64_t most = std::max<std::int64_t>(length, 1);
  const auto kind = static_cast<TermKind>(draws.between(0, 8));
  switch (kind) {
  case TermKind::full:
  case TermKind::causal: return mask_of(kind);
  case TermKind::window:
  case TermKind::chunk: return mask_of(kind, draws.between(1, most));
  case TermKind::ahead: return mask_of(kind, draws.between(-1, 3));
  case TermKind::band:
  case TermKind::prefix: return mask_of(kind, draws.between(0, most));
  case TermKind::documents:
    return Mask{.op = Mask::Op::term, .term = documents(draws, value, length), .parts = {}};
  case TermKind::blocks: return Mask{.op = Mask::Op::term, .term = blocks(draws, length), .parts = {}};
  }
  return mask_of(TermKind::causal);
}

/// Causal in most cases, as in life; else one or two terms of any kind.
Mask free_mask(Draws& draws, const Case& value, std::int64_t length) {
  const auto causal = mask_of(TermKind::causal);
  switch (draws.between(0, 6)) {
  case 0:
  case 1: return causal;
  case 2: return mask_of(TermKind::full);
  case 3: return any_term(draws, value, length);
  case 4: return join(Mask::Op::all, {causal, any_term(draws, value, length)});
  case 5: return join(Mask::Op::any, {causal, any_term(draws, value, length)});
  default:
    return join(Mask::Op::all, {causal, join(Mask::Op::any, {any_term(draws, value, length),
                                                             any_term(draws, value, length)})});
  }
}

/// A term under which no query looks back as far as `window` keys.
Mask limiting_term(Draws& draws, const Case& value, const Reach& reach) {
  const std::int64_t window = draws.chance(70) ? reach.window : draws.between(1, reach.window);
  const auto within = mask_of(TermKind::window, window);
  if (reach.sink > 0 && draws.chance(70))
    return join(Mask::Op::any, {within, mask_of(TermKind::prefix, reach.sink)});
  if (value.cache.kind == CacheKind::chunked ? draws.chance(80) : draws.chance(10))
    return mask_of(TermKind::chunk, window);
  return draws.chance(15) ? mask_of(TermKind::band, window - 1) : within;
}

} // namespace

Reach reach_of(const Case& value) {
  const auto spans = spans_of(value);
  const auto& numbers = value.cache.numbers;
  switch (value.cache.kind) {
  case CacheKind::sliding:
  case CacheKind::chunked: return reach_of_window(spans, numbers[0], 0);
  case CacheKind::static_sliding: return reach_of_window(spans, std::min(numbers[0], numbers[1]), 0);
  case CacheKind::sink: return reach_of_window(spans, numbers[1], numbers[0]);
  case CacheKind::ring: return reach_of_ring(spans, numbers[0]);
  default: return {};
  }
}

Mask random_mask(Draws& draws, const Case& value, std::int64_t length) {
  const Reach reach = reach_of(value);
  if (!reach.limited) {
    // A cross mask is full unless told otherwise; most callers never do.
    if (value.cache.kind == CacheKind::cross && draws.chance(70)) return mask_of(TermKind::full);
    return free_mask(draws, value, length);
  }
  const auto limit = limiting_term(draws, value, reach);
  if (draws.chance(60)) return join(Mask::Op::all, {mask_of(TermKind::causal), limit});
  return join(Mask::Op::all, {free_mask(draws, value, length), limit});
}

Mask ordinary_mask(Draws& draws, const Case& value, std::int64_t length) {
  const auto causal = mask_of(TermKind::causal);
  const Reach reach = reach_of(value);
  if (value.cache.kind == CacheKind::cross) return mask_of(TermKind::full);
  if (!reach.limited) {
    if (draws.chance(70)) return causal;
    return join(Mask::Op::all,
                {causal, mask_of(TermKind::window, draws.between(1, std::max<std::int64_t>(length, 1)))});
  }
  const auto within =
      mask_of(value.cache.kind == CacheKind::chunked ? TermKind::chunk : TermKind::window, reach.window);
  if (reach.sink == 0) return join(Mask::Op::all, {causal, within});
  return join(Mask::Op::all, {causal, join(Mask::Op::any, {within, mask_of(TermKind::prefix, reach.sink)})});
}

} // namespace attest::harness
