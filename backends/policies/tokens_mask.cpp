// Every term shows a query one span of tokens; an expression is unions and intersections of rows.
#include "backends/policies/tokens_mask.hpp"

#include "cases/pads.hpp"

#include <limits>

namespace attest::backends {

namespace {

constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max();

/// Tokens first .. last, both included; empty if last is below first.
struct Span {
  std::int64_t first = -farthest;
  std::int64_t last = farthest;
};

std::int64_t floor_division(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

Span chunk_of(const Case& value, const QueryToken& query, std::int64_t size) {
  const std::int64_t pads = leading_pads(value, query.sequence);
  const std::int64_t first = pads + size * floor_division(query.token - pads, size);
  return {first, first + size - 1};
}

Span document_of(const Term& term, const QueryToken& query) {
  const auto& lengths =
      term.lists.size() == 1 ? term.lists[0] : term.lists.at(static_cast<std::size_t>(query.sequence));
  Span document;
  std::int64_t end = 0;
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    end += lengths[i];
    if (query.token < end) return {document.first, end - 1};
    document.first = end;
  }
  return document;
}

Span block_of(const Term& term, const QueryToken& query) {
  const auto& ends = term.lists.at(0);
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2)
    if (ends[i] <= query.token && query.token <= ends[i + 1]) return {ends[i], ends[i + 1]};
  return {0, -1};
}

Span span_of(const Case& value, const Term& term, const QueryToken& query) {
  switch (term.kind) {
  case TermKind::full: return {};
  case TermKind::causal: return value.is_causal == false ? Span{} : Span{-farthest, query.token};
  case TermKind::window: return {query.token - term.number + 1, farthest};
  case TermKind::ahead: return {-farthest, query.token + term.number};
  case TermKind::band: return {query.token - term.number, query.token + term.number};
  case TermKind::chunk: return chunk_of(value, query, term.number);
  case TermKind::prefix: return {-farthest, term.number - 1};
  case TermKind::documents: return document_of(term, query);
  case TermKind::blocks: return block_of(term, query);
  }
  return {0, -1};
}

std::vector<char> row_of(const Case& value, const Mask& mask, const QueryToken& query,
                         const std::vector<std::int64_t>& keys) {
  std::vector<char> row(keys.size(), mask.op == Mask::Op::all ? 1 : 0);
  if (mask.op == Mask::Op::term) {
    const Span span = span_of(value, mask.term, query);
    for (std::size_t j = 0; j < keys.size(); ++j) row[j] = span.first <= keys[j] && keys[j] <= span.last;
    return row;
  }
  for (const Mask& part : mask.parts) {
    const std::vector<char> more = row_of(value, part, query, keys);
    for (std::size_t j = 0; j < keys.size(); ++j)
      row[j] = mask.op == Mask::Op::all ? row[j] && more[j] : row[j] || more[j];
  }
  return row;
}

} // namespace

std::vector<char> seen_before_pads(const Case& value, QueryToken query,
                                   const std::vector<std::int64_t>& keys) {
  std::vector<char> row = row_of(value, value.mask, query, keys);
  for (std::size_t j = 0; j < keys.size(); ++j)
    if (keys[j] < 0 || (value.is_causal == true && keys[j] > query.token)) row[j] = 0;
  return row;
}

std::vector<char> seen_tokens(const Case& value, QueryToken query, const std::vector<std::int64_t>& keys) {
  std::vector<char> row = seen_before_pads(value, query, keys);
  for (std::size_t j = 0; j < keys.size(); ++j)
    if (row[j] && is_pad(value, query.sequence, keys[j])) row[j] = 0;
  return row;
}

} // namespace attest::backends
