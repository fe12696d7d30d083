// Random masks, pads and steps for the properties of this floor's tests.
#pragma once

#include "cases/case.hpp"

#include <rapidcheck.h>

namespace attest::reference::testing {

inline std::int64_t any(std::int64_t low, std::int64_t high) {
  return *rc::gen::inRange<std::int64_t>(low, high + 1);
}

inline std::vector<std::int64_t> any_list(std::int64_t low, std::int64_t high, std::int64_t size) {
  std::vector<std::int64_t> list;
  for (std::int64_t i = 0; i < size; ++i) list.push_back(any(low, high));
  return list;
}

inline Term any_documents(std::int64_t batch) {
  Term term = {.kind = TermKind::documents};
  for (std::int64_t lists = any(0, 1) == 0 ? 1 : batch; lists > 0; --lists)
    term.lists.push_back(any_list(1, 5, any(1, 4)));
  return term;
}

inline Term any_blocks() {
  Term term = {.kind = TermKind::blocks, .lists = {{}}};
  std::int64_t next = 0;
  for (std::int64_t blocks = any(1, 3); blocks > 0; --blocks) {
    const std::int64_t first = next + any(0, 2);
    const std::int64_t last = first + any(0, 3);
    term.lists[0].push_back(first);
    term.lists[0].push_back(last);
    next = last + 1;
  }
  return term;
}

inline Term any_term(std::int64_t batch) {
  const auto kind = static_cast<TermKind>(any(0, static_cast<std::int64_t>(TermKind::blocks)));
  if (kind == TermKind::documents) return any_documents(batch);
  if (kind == TermKind::blocks) return any_blocks();
  const bool has_number = kind != TermKind::full && kind != TermKind::causal;
  return {.kind = kind, .number = !has_number ? 0 : kind == TermKind::ahead ? any(-4, 4) : any(1, 6)};
}

inline Mask any_mask(std::int64_t batch, int depth = 2) {
  const std::int64_t shape = depth == 0 ? 0 : any(0, 2);
  if (shape == 0) return {.op = Mask::Op::term, .term = any_term(batch)};
  std::vector<Mask> parts;
  for (std::int64_t count = any(2, 3); count > 0; --count) parts.push_back(any_mask(batch, depth - 1));
  return join(shape == 1 ? Mask::Op::all : Mask::Op::any, parts);
}

/// Pads for a case whose first step has `prefill` tokens.
inline Pad any_pad(std::int64_t batch, std::int64_t prefill) {
  Pad pad = {.side = static_cast<PadSide>(any(0, 3))};
  if (pad.side == PadSide::left || pad.side == PadSide::right) pad.counts = any_list(0, prefill, batch);
  if (pad.side != PadSide::bits) return pad;
  const std::int64_t length = any(1, prefill);
  for (std::int64_t row = 0; row < batch; ++row) {
    pad.bits.emplace_back();
    for (std::int64_t token = 0; token < length; ++token) pad.bits.back() += any(0, 1) == 0 ? '0' : '1';
  }
  return pad;
}

/// Numbers of a cache that holds up to `longest` tokens where it must hold them all.
inline std::vector<std::int64_t> any_numbers(CacheKind kind, std::int64_t longest) {
  switch (kind) {
  case CacheKind::static_: return {longest + any(0, 3)};
  case CacheKind::quantized: return {std::int64_t{2} << any(0, 2)};
  case CacheKind::static_sliding:
  case CacheKind::sink: return any_list(1, 6, 2);
  case CacheKind::sliding:
  case CacheKind::chunked:
  case CacheKind::ring:
  case CacheKind::paged: return {any(1, 6)};
  default: return {};
  }
}

/// A case with a cache that grows step by step; it may be evicted. No crops, which not every cache takes.
inline Case any_cached_case() {
  Case in = {.batch = any(1, 3)};
  std::int64_t longest = 0;
  for (std::int64_t steps = any(1, 5), length = 0; steps > 0; --steps) {
    const std::int64_t tokens = any(1, 4);
    if (length > 0 && any(0, 5) == 0) in.steps.push_back(Reset{}), length = 0;
    if (length > 0 && any(0, 3) == 0)
      in.steps.push_back(Reorder{.rows = any_list(0, in.batch - 1, in.batch)});
    in.steps.push_back(Feed{.tokens = tokens});
    longest = std::max(longest, length += tokens);
  }
  in.cache.kind = static_cast<CacheKind>(any(1, static_cast<std::int64_t>(CacheKind::sink)));
  in.cache.numbers = any_numbers(in.cache.kind, longest);
  if (in.cache.kind == CacheKind::cross) in.keys = any(1, 6);
  in.mask = any_mask(in.batch, 1);
  in.pad = any_pad(in.batch, in.keys.value_or(std::get<Feed>(in.steps.front()).tokens));
  in.form = in.pad.side == PadSide::none ? Form::none : Form::padding;
  if (any(0, 1) == 1) in.is_causal = any(0, 1) == 1;
  return in;
}

} // namespace attest::reference::testing
