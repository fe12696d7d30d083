#include "cases/frame_header.hpp"

#include <algorithm>
#include <charconv>

namespace attest {
namespace {

constexpr std::size_t most_tensors = 64;

/// What is left of a text that is read from its front. Each step gives false, and leaves anything, where the
/// text goes on otherwise.
class Front {
public:
  explicit Front(std::string_view text) : left_(text) {}

  bool skip(std::string_view expected) {
    if (!left_.starts_with(expected)) return false;
    left_.remove_prefix(expected.size());
    return true;
  }

  /// A JSON text behind its first quotation mark, with no escapes but for quotation marks and backslashes.
  bool text(std::string& to) {
    for (std::size_t i = 0; i < left_.size(); ++i) {
      char c = left_[i];
      if (c == '"') {
        left_.remove_prefix(i + 1);
        return true;
      }
      if (c < ' ' || c > '~') return false;
      if (c == '\\') {
        if (++i == left_.size() || (left_[i] != '"' && left_[i] != '\\')) return false;
        c = left_[i];
      }
      to += c;
    }
    return false;
  }

  template <class Number> bool number(Number& to) {
    const bool leading_zero = left_.size() > 1 && left_[0] == '0' && left_[1] >= '0' && left_[1] <= '9';
    if (left_.empty() || left_[0] < '0' || left_[0] > '9' || leading_zero) return false;
    const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), to);
    left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
    return error == std::errc();
  }

  /// Numbers behind the first bracket, and the last one.
  bool numbers(std::vector<std::int64_t>& to) {
    if (skip("]")) return true;
    do {
      if (!number(to.emplace_back())) return false;
    } while (skip(","));
    return skip("]");
  }

  /// Spaces to the end.
  bool is_done() const { return left_.find_first_not_of(' ') == std::string_view::npos; }

private:
  std::string_view left_;
};

bool read_tensor(Front& front, Announced& tensor) {
  std::string element;
  if (!front.skip("\"") || !front.text(tensor.name) || !front.skip(R"(:{"dtype":")") || !front.text(element))
    return false;
  const auto known = element_named(element);
  if (!known) return false;
  tensor.element = *known;
  return front.skip(R"(,"shape":[)") && front.numbers(tensor.shape) && front.skip(R"(,"data_offsets":[)") &&
         front.number(tensor.begin) && front.skip(",") && front.number(tensor.end) && front.skip("]}");
}

bool is_new(const std::vector<Announced>& tensors, const std::string& name) {
  return name != "__metadata__" &&
         std::none_of(tensors.begin(), tensors.end(), [&](const Announced& t) { return t.name == name; });
}

} // namespace

std::optional<Element> element_named(std::string_view name) {
  const auto found = std::find(element_names.begin(), element_names.end(), name);
  if (found == element_names.end()) return {};
  return static_cast<Element>(found - element_names.begin());
}

std::optional<FrameHeader> read_plain_header(std::string_view text) {
  Front front(text);
  FrameHeader header;
  header.message.reserve(text.size());
  if (!front.skip(R"({"__metadata__":{"attest":")") || !front.text(header.message) || !front.skip("}"))
    return {};
  while (front.skip(",")) {
    Announced tensor;
    if (header.tensors.size() == most_tensors || !read_tensor(front, tensor)) return {};
    if (!is_new(header.tensors, tensor.name)) return {};
    header.tensors.push_back(std::move(tensor));
  }
  if (!front.skip("}") || !front.is_done()) return {};
  return header;
}

} // namespace attest
