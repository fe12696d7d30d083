// Masks as values: building, printing and rewriting expressions, and the limits of their numbers.
#include "cases/mask.hpp"

#include "cases/error.hpp"
#include "cases/limits.hpp"
#include "cases/numbers.hpp"
#include "cases/words.hpp"

#include <fmt/format.h>
#include <utility>

namespace attest {

namespace {

void check_documents(const Term& term) {
  for (const auto& lengths : term.lists)
    for (const std::int64_t length : lengths) check_range("a document's length", length, 1, most_tokens);
}

void check_blocks(const Term& term) {
  std::int64_t earliest = 0;
  for (const auto& list : term.lists) {
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
      check_range("a block's first token (blocks ascend and do not overlap)", list[i], earliest, most_tokens);
      check_range("a block's last token", list[i + 1], list[i], most_tokens);
      earliest = list[i + 1] + 1;
    }
  }
}

std::string print_documents(const Term& term) {
  std::vector<std::string> lists;
  for (const auto& lengths : term.lists) lists.push_back(fmt::format("{}", fmt::join(lengths, ",")));
  return fmt::format("documents:{}", fmt::join(lists, "/"));
}

std::string print_blocks(const Term& term) {
  std::string text = "blocks:";
  for (const auto& list : term.lists)
    for (std::size_t i = 0; i + 1 < list.size(); i += 2)
      text += fmt::format("{}{}-{}", i == 0 ? "" : ",", list[i], list[i + 1]);
  return text;
}

std::string print_term(const Term& term) {
  switch (term.kind) {
  case TermKind::full:
  case TermKind::causal: return std::string(term_name(term.kind));
  case TermKind::documents: return print_documents(term);
  case TermKind::blocks: return print_blocks(term);
  default: return fmt::format("{}:{}", term_name(term.kind), term.number);
  }
}

void collect_terms(const Mask& mask, std::vector<Term>& terms) {
  if (mask.op == Mask::Op::term) terms.push_back(mask.term);
  for (const Mask& part : mask.parts) collect_terms(part, terms);
}

} // namespace

Mask mask_of(TermKind kind, std::int64_t number) {
  return Mask{.op = Mask::Op::term, .term = Term{.kind = kind, .number = number}};
}

Mask join(Mask::Op op, const std::vector<Mask>& parts) {
  if (parts.size() == 1) return parts.front();
  Mask result{.op = op};
  for (const Mask& part : parts) {
    if (part.op == op)
      result.parts.insert(result.parts.end(), part.parts.begin(), part.parts.end());
    else
      result.parts.push_back(part);
  }
  return result;
}

void check_term(const Term& term) {
  const std::string_view name = term_name(term.kind);
  switch (term.kind) {
  case TermKind::full:
  case TermKind::causal: return;
  case TermKind::window:
  case TermKind::chunk: return check_range(name, term.number, 1, most_tokens);
  case TermKind::band:
  case TermKind::prefix: return check_range(name, term.number, 0, most_tokens);
  case TermKind::ahead: return check_range(name, term.number, -most_tokens, most_tokens);
  case TermKind::documents: return check_documents(term);
  case TermKind::blocks: return check_blocks(term);
  }
}

std::string print_mask(const Mask& mask) {
  if (mask.op == Mask::Op::term) return print_term(mask.term);
  std::string text;
  for (const Mask& part : mask.parts) {
    if (!text.empty()) text += mask.op == Mask::Op::all ? "&" : "|";
    const bool binds_weaker = mask.op == Mask::Op::all && part.op == Mask::Op::any;
    text += binds_weaker ? fmt::format("({})", print_mask(part)) : print_mask(part);
  }
  return text;
}

std::string_view term_name(TermKind kind) { return name_of(kind); }

std::vector<Term> terms_of(const Mask& mask) {
  std::vector<Term> terms;
  collect_terms(mask, terms);
  return terms;
}

Mask opened(const Mask& mask, TermKind kind) {
  if (mask.op == Mask::Op::term) return mask.term.kind == kind ? mask_of(TermKind::full) : mask;
  Mask result{.op = mask.op};
  for (const Mask& part : mask.parts) result.parts.push_back(opened(part, kind));
  return result;
}

} // namespace attest
