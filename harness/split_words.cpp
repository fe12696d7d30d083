// --testee CMD: split by words as a shell would, without a shell and without its expansions.
#include "cases/error.hpp"
#include "harness/testee.hpp"

#include <fmt/format.h>
#include <string_view>

namespace attest::harness {
namespace {

class Splitter {
public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<std::string> split() {
    for (; at_ < text_.size(); ++at_) take(text_[at_]);
    finish();
    return words_;
  }

private:
  void take(char c) {
    if (c == ' ' || c == '\t' || c == '\n') return finish();
    in_word_ = true; // even '' is a word
    if (c == '\'')
      single_quoted();
    else if (c == '"')
      double_quoted();
    else if (c == '\\')
      escaped();
    else
      word_ += c;
  }

  void finish() {
    if (in_word_) words_.push_back(word_);
    word_.clear();
    in_word_ = false;
  }

  void single_quoted() {
    const std::size_t end = text_.find('\'', at_ + 1);
    if (end == std::string_view::npos) unclosed();
    word_ += text_.substr(at_ + 1, end - at_ - 1);
    at_ = end;
  }

  // Between double quotes a backslash is one unless a character follows that has a meaning there.
  void double_quoted() {
    const std::size_t start = at_;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      const bool escape = text_[at_] == '\\' && at_ + 1 < text_.size() &&
                          std::string_view("\"\\$`\n").find(text_[at_ + 1]) != std::string_view::npos;
      if (escape) ++at_;
      if (!escape || text_[at_] != '\n') word_ += text_[at_];
    }
    if (at_ < text_.size()) return;
    at_ = start;
    unclosed();
  }

  void escaped() {
    if (++at_ == text_.size())
      throw InputError(ErrorKind::syntax, fmt::format("the command '{}' ends with a lone backslash", text_));
    if (text_[at_] != '\n') word_ += text_[at_];
  }

  [[noreturn]] void unclosed() const {
    throw InputError(
        ErrorKind::syntax,
        fmt::format("the quote at character {} of the command '{}' is never closed", at_ + 1, text_));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string word_ = "";
  bool in_word_ = false;
  std::vector<std::string> words_ = {};
};

} // namespace

std::vector<std::string> split_words(const std::string& command) {
  auto words = Splitter(command).split();
  if (words.empty()) throw InputError(ErrorKind::syntax, "the command of a testee has no words");
  return words;
}

} // namespace attest::harness
