// Each mask term twice, side by side: as a predicate on (q, k), which is the definition, and as the range of
// keys that it shows to q, which is fast. A property holds the two together.
#include "reference/visible.hpp"

#include "cases/pads.hpp"

#include <algorithm>
#include <limits>

namespace attest::reference {
namespace {

/// Beyond every token, yet far from overflow.
constexpr std::int64_t far_away = std::numeric_limits<std::int64_t>::max() / 4;
constexpr Range everything = {.first = -far_away, .end = far_away};
constexpr Range nothing = {.first = 0, .end = 0};

/// A query of one sequence.
struct Query {
  const Case& in;
  std::int64_t sequence;
  std::int64_t q;
};

/// a / b rounded down, also below 0; b is positive.
std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

bool causal_shows(std::int64_t q, std::int64_t k) { return k <= q; }
Range causal_range(std::int64_t q) { return {.first = -far_away, .end = q + 1}; }

bool window_shows(const Term& term, std::int64_t q, std::int64_t k) { return q - k < term.number; }
Range window_range(const Term& term, std::int64_t q) {
  return {.first = q - term.number + 1, .end = far_away};
}

bool ahead_shows(const Term& term, std::int64_t q, std::int64_t k) { return k - q <= term.number; }
Range ahead_range(const Term& term, std::int64_t q) {
  return {.first = -far_away, .end = q + term.number + 1};
}

bool band_shows(const Term& term, std::int64_t q, std::int64_t k) { return std::abs(q - k) <= term.number; }
Range band_range(const Term& term, std::int64_t q) {
  return {.first = q - term.number, .end = q + term.number + 1};
}

bool chunk_shows(const Term& term, const Query& query, std::int64_t k) {
  const std::int64_t start = leading_pads(query.in, query.sequence);
  return floor_div(k - start, term.number) == floor_div(query.q - start, term.number);
}
Range chunk_range(const Term& term, const Query& query) {
  const std::int64_t start = leading_pads(query.in, query.sequence);
  const std::int64_t first = floor_div(query.q - start, term.number) * term.number + start;
  return {.first = first, .end = first + term.number};
}

bool prefix_shows(const Term& term, std::int64_t k) { return k < term.number; }
Range prefix_range(const Term& term) { return {.first = -far_away, .end = term.number}; }

const std::vector<std::int64_t>& lengths_of(const Term& documents, std::int64_t sequence) {
  return documents.lists.size() == 1 ? documents.lists.front() : documents.lists.at(sequence);
}
/// Documents follow one another from token 0. The first also has the negative indices; the last has no end.
Range document_of(const std::vector<std::int64_t>& lengths, std::int64_t token) {
  Range document = {.first = -far_away, .end = 0};
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    document.end += lengths[i];
    if (token < document.end) return document;
    document.first = document.end;
  }
  document.end = far_away;
  return document;
}
bool documents_show(const Term& term, const Query& query, std::int64_t k) {
  const std::vector<std::int64_t>& lengths = lengths_of(term, query.sequence);
  return document_of(lengths, query.q) == document_of(lengths, k);
}
Range documents_range(const Term& term, const Query& query) {
  return document_of(lengths_of(term, query.sequence), query.q);
}

bool blocks_show(const Term& term, std::int64_t q, std::int64_t k) {
  const std::vector<std::int64_t>& ends = term.lists.front();
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2)
    if (ends[i] <= q && q <= ends[i + 1] && ends[i] <= k && k <= ends[i + 1]) return true;
  return false;
}
Range blocks_range(const Term& term, std::int64_t q) {
  const std::vector<std::int64_t>& ends = term.lists.front();
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2)
    if (ends[i] <= q && q <= ends[i + 1]) return {.first = ends[i], .end = ends[i + 1] + 1};
  return nothing;
}

bool term_shows(const Term& term, const Query& query, std::int64_t k) {
  switch (term.kind) {
  case TermKind::full: return true;
  case TermKind::causal: return query.in.is_causal == false || causal_shows(query.q, k);
  case TermKind::window: return window_shows(term, query.q, k);
  case TermKind::ahead: return ahead_shows(term, query.q, k);
  case TermKind::band: return band_shows(term, query.q, k);
  case TermKind::chunk: return chunk_shows(term, query, k);
  case TermKind::prefix: return prefix_shows(term, k);
  case TermKind::documents: return documents_show(term, query, k);
  case TermKind::blocks: return blocks_show(term, query.q, k);
  }
  return false;
}

Range term_range(const Term& term, const Query& query) {
  switch (term.kind) {
  case TermKind::full: return everything;
  case TermKind::causal: return query.in.is_causal == false ? everything : causal_range(query.q);
  case TermKind::window: return window_range(term, query.q);
  case TermKind::ahead: return ahead_range(term, query.q);
  case TermKind::band: return band_range(term, query.q);
  case TermKind::chunk: return chunk_range(term, query);
  case TermKind::prefix: return prefix_range(term);
  case TermKind::documents: return documents_range(term, query);
  case TermKind::blocks: return blocks_range(term, query.q);
  }
  return nothing;
}

bool mask_shows(const Mask& mask, const Query& query, std::int64_t k) {
  const auto shows = [&](const Mask& part) { return mask_shows(part, query, k); };
  switch (mask.op) {
  case Mask::Op::term: return term_shows(mask.term, query, k);
  case Mask::Op::all: return std::all_of(mask.parts.begin(), mask.parts.end(), shows);
  case Mask::Op::any: return std::any_of(mask.parts.begin(), mask.parts.end(), shows);
  }
  return false;
}

Ranges mask_ranges(const Mask& mask, const Query& query, std::int64_t end) {
  if (mask.op == Mask::Op::term) return clipped(term_range(mask.term, query), end);
  Ranges set = mask_ranges(mask.parts.front(), query, end);
  for (std::size_t i = 1; i < mask.parts.size(); ++i) {
    const Ranges part = mask_ranges(mask.parts[i], query, end);
    set = mask.op == Mask::Op::all ? intersection(set, part) : united(set, part);
  }
  return set;
}

Ranges real_bits(const std::string& bits, std::int64_t end) {
  const auto written = static_cast<std::int64_t>(bits.size());
  Ranges pads;
  for (std::int64_t token = 0; token < written;) {
    const std::int64_t first = token;
    while (token < written && bits[token] == '0') ++token;
    if (token > first) pads.push_back({.first = first, .end = token});
    while (token < written && bits[token] == '1') ++token;
  }
  return complement(pads, end);
}

} // namespace

bool visible(const Case& in, std::int64_t sequence, std::int64_t q, std::int64_t k) {
  bool sees = mask_shows(in.mask, {.in = in, .sequence = sequence, .q = q}, k);
  if (in.is_causal == true) sees = sees && causal_shows(q, k);
  return sees && !is_pad(in, sequence, k);
}

Ranges allowed_ranges(const Case& in, std::int64_t sequence, std::int64_t q, std::int64_t end) {
  const Ranges set = mask_ranges(in.mask, {.in = in, .sequence = sequence, .q = q}, end);
  return in.is_causal == true ? intersection(set, clipped(causal_range(q), end)) : set;
}

Ranges real_ranges(const Case& in, std::int64_t sequence, std::int64_t end) {
  const std::int64_t prefill = padded_tokens(in);
  switch (in.pad.side) {
  case PadSide::none: return clipped(everything, end);
  case PadSide::left: return clipped({.first = in.pad.counts.at(sequence), .end = end}, end);
  case PadSide::right:
    return complement(clipped({.first = prefill - in.pad.counts.at(sequence), .end = prefill}, prefill), end);
  case PadSide::bits: return real_bits(in.pad.bits.at(sequence), end);
  }
  return {};
}

Ranges visible_ranges(const Case& in, std::int64_t sequence, std::int64_t q, std::int64_t end) {
  return intersection(allowed_ranges(in, sequence, q, end), real_ranges(in, sequence, end));
}

} // namespace attest::reference
