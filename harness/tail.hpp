// The end of a text that may be endless: what a testee writes to stderr.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace attest::harness {

/// Keeps the last `limit` bytes: an error's traceback comes last, and a flood before it costs nothing.
class Tail {
public:
  explicit Tail(std::size_t limit) : limit_(limit) {}

  void add(std::span<const std::byte> bytes) {
    text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text_.size() >= 2 * limit_) text_.erase(0, text_.size() - limit_);
  }
  std::string text() const { return text_.size() > limit_ ? text_.substr(text_.size() - limit_) : text_; }
  void clear() { text_.clear(); }

private:
  std::size_t limit_;
  std::string text_;
};

} // namespace attest::harness
