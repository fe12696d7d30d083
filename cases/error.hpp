// A broken input is said once, in one sentence, with its place and kind; this is the one exception that
// carries it.
#pragma once

#include <stdexcept>
#include <string>

namespace attest {

/// The kinds of CONTRACT section 1, and `file` for what is not a case: files, flags, JSON documents.
enum class ErrorKind { syntax, unknown, duplicate, range, count, conflict, overflow, evicted, size, file };

/// A broken input. what() is one sentence that names the place (word, character, JSON pointer) and what would
/// be accepted; it ends without a newline. Caught in `main` and in the server loop; elsewhere only to put a
/// place in front of the sentence.
class InputError : public std::runtime_error {
public:
  InputError(ErrorKind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

private:
  ErrorKind kind_;
};

} // namespace attest
