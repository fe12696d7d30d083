// The reader of mask expressions: recursive descent, limited in terms and depth so that hostile text costs
// one sentence.
#include "cases/mask.hpp"

#include "cases/error.hpp"
#include "cases/numbers.hpp"
#include "cases/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace attest {

namespace {

/// Parentheses within parentheses; 32 terms never need more than 31, the rest is room for needless ones.
constexpr int deepest = 200;

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

/// FIRST-LAST; the dash is the first one that cannot be a sign.
void read_block(std::string_view text, std::vector<std::int64_t>& list) {
  const std::size_t dash = text.find('-', 1);
  if (text.empty() || dash == std::string_view::npos)
    throw InputError(ErrorKind::syntax, fmt::format("{} is not a block FIRST-LAST like 1-4", quote(text)));
  list.push_back(parse_whole(text.substr(0, dash)));
  list.push_back(parse_whole(text.substr(dash + 1)));
}

/// `at` follows the piece that is being read, so that a fault has a place.
void read_numbers(std::string_view text, Term& term, const char*& at) {
  if (term.kind == TermKind::documents) {
    for (const std::string_view list : split(text, '/')) {
      term.lists.push_back({});
      for (const std::string_view number : split(list, ',')) {
        at = number.data();
        term.lists.back().push_back(parse_whole(number));
      }
    }
  } else if (term.kind == TermKind::blocks) {
    term.lists.push_back({});
    for (const std::string_view block : split(text, ',')) {
      at = block.data();
      read_block(block, term.lists.front());
    }
  } else {
    at = text.data();
    term.number = parse_whole(text);
  }
}

/// `at` is left at the fault where one is thrown.
Term read_term(std::string_view text, const char*& at) {
  at = text.data();
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  if (!is_name(name))
    throw InputError(ErrorKind::syntax,
                     fmt::format("expected a term like causal or window:4 or '(', not {}", quote(text)));
  const auto kind = named<TermKind>(name);
  if (!kind) throw InputError(ErrorKind::unknown, unknown_word("mask term", name, names_of<TermKind>()));
  Term term{.kind = *kind};
  const bool takes_numbers = *kind != TermKind::full && *kind != TermKind::causal;
  const bool has_numbers = colon != std::string_view::npos;
  if (takes_numbers != has_numbers)
    throw InputError(ErrorKind::syntax, takes_numbers
                                            ? fmt::format("'{0}' needs numbers, as in {0}:...", name)
                                            : fmt::format("'{}' takes no numbers", name));
  if (has_numbers) read_numbers(text.substr(colon + 1), term, at);
  at = text.data();
  check_term(term);
  return term;
}

class MaskReader {
public:
  explicit MaskReader(std::string_view text) : text_(text) {}

  Mask read() {
    const Mask mask = read_joined(Mask::Op::any);
    if (at_ < text_.size()) fail(ErrorKind::syntax, "expected '&', '|' or the end");
    return mask;
  }

private:
  [[noreturn]] void fail(ErrorKind kind, std::string_view sentence) const {
    throw InputError(kind, fmt::format("character {}: {}", at_ + 1, sentence));
  }

  bool next_is(char wanted) const { return at_ < text_.size() && text_[at_] == wanted; }

  Mask read_joined(Mask::Op op) {
    const char joint = op == Mask::Op::any ? '|' : '&';
    std::vector<Mask> parts;
    do {
      if (!parts.empty()) ++at_;
      parts.push_back(op == Mask::Op::any ? read_joined(Mask::Op::all) : read_atom());
    } while (next_is(joint));
    return join(op, parts);
  }

  Mask read_atom() {
    if (!next_is('(')) return read_one_term();
    if (++depth_ > deepest)
      fail(ErrorKind::range, fmt::format("parentheses are nested deeper than {}", deepest));
    ++at_;
    const Mask inner = read_joined(Mask::Op::any);
    if (!next_is(')')) fail(ErrorKind::syntax, "expected ')'");
    ++at_;
    --depth_;
    return inner;
  }

  Mask read_one_term() {
    const std::string_view rest = text_.substr(at_);
    const std::string_view word = rest.substr(0, rest.find_first_of("&|()"));
    if (word.empty()) fail(ErrorKind::syntax, "expected a term like causal or window:4, or '('");
    if (++terms_ > most_terms) fail(ErrorKind::range, fmt::format("a mask has at most {} terms", most_terms));
    const char* fault = word.data();
    try {
      const Mask term{.op = Mask::Op::term, .term = read_term(word, fault)};
      at_ += word.size();
      return term;
    } catch (const InputError& error) {
      at_ = static_cast<std::size_t>(fault - text_.data());
      fail(error.kind(), error.what());
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::int64_t terms_ = 0;
  int depth_ = 0;
};

} // namespace

Mask parse_mask(std::string_view text) { return MaskReader(text).read(); }

} // namespace attest
