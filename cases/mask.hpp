// A mask expression as a value: terms joined by "&" (binds closer) and "|". It says who may see whom by
// absolute token index; what each term means is the reference's business, not this file's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

enum class TermKind { full, causal, window, ahead, band, chunk, prefix, documents, blocks };

/// One term. `number` belongs to window, ahead, band, chunk, prefix. `lists`: for documents one list of
/// lengths, or one per batch row; for blocks one list FIRST, LAST, FIRST, LAST, ...
struct Term {
  TermKind kind = TermKind::full;
  std::int64_t number = 0;
  std::vector<std::vector<std::int64_t>> lists = {};
  bool operator==(const Term&) const = default;
};

/// An expression in normal form: a term; or `all` ("&") of at least two parts none of which is `all`; or
/// `any` ("|") of at least two parts none of which is `any`.
struct Mask {
  enum class Op { term, all, any };
  Op op = Op::term;
  Term term = {};
  std::vector<Mask> parts = {};
  bool operator==(const Mask&) const = default;
};

Mask mask_of(TermKind kind, std::int64_t number = 0);

/// Joins parts and flattens, so that the result is in normal form; `op` is all or any, parts is not empty.
Mask join(Mask::Op op, const std::vector<Mask>& parts);

/// Most terms of an expression.
inline constexpr std::int64_t most_terms = 32;

/// Throws InputError (range) if a number of the term is outside its limits, or blocks do not ascend.
void check_term(const Term&);

/// Reads an expression. Throws InputError (syntax, unknown, range) with the character's place, counted
/// from 1.
Mask parse_mask(std::string_view text);

/// The canonical text: parse_mask(print_mask(m)) == m.
std::string print_mask(const Mask&);

/// "causal", "window", ...
std::string_view term_name(TermKind);

/// Every term of the expression, from left to right.
std::vector<Term> terms_of(const Mask&);

/// The expression with every term of this kind replaced by `full`.
Mask opened(const Mask&, TermKind);

} // namespace attest
