// The order of cases, from what a reader notices first to what hardly matters.
#include "harness/shrink/size.hpp"

#include "cases/line.hpp"
#include "cases/plan.hpp"
#include "cases/timeline.hpp"
#include "reference/slots.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace attest::harness {
namespace {

std::int64_t keys_of(const Case& value) {
  std::int64_t keys = longest_sequence(value.steps);
  for (const StepPlan& step : reference::plan_of(value)) keys = std::max(keys, width_of(step));
  return keys;
}

std::int64_t tokens_of(const Case& value) {
  std::int64_t tokens = 0;
  for (const Entry& entry : value.steps)
    if (const auto* feed = std::get_if<Feed>(&entry)) tokens += feed->tokens;
  return tokens;
}

std::int64_t channels_of(std::int64_t dim) { return dim == 8 ? 0 : dim; }

template <class Enum> std::int64_t rank(Enum value) { return static_cast<std::int64_t>(value); }

std::int64_t detail_of(const Mask& mask) {
  std::int64_t detail = rank(mask.term.kind) + std::abs(mask.term.number);
  for (const auto& list : mask.term.lists)
    detail +=
        static_cast<std::int64_t>(list.size()) + std::accumulate(list.begin(), list.end(), std::int64_t{0});
  for (const Mask& part : mask.parts) detail += detail_of(part);
  return detail;
}

std::int64_t detail_of(const Pad& pad) {
  std::int64_t detail =
      rank(pad.side) + std::accumulate(pad.counts.begin(), pad.counts.end(), std::int64_t{0});
  for (const std::string& bits : pad.bits)
    detail += static_cast<std::int64_t>(bits.size()) + std::count(bits.begin(), bits.end(), '0');
  return detail;
}

std::int64_t detail_of(const Case& value) {
  const auto& numbers = value.cache.numbers;
  return rank(value.cache.kind) + std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0}) +
         std::abs(value.offset.value_or(0)) + detail_of(value.mask) + detail_of(value.pad) +
         rank(value.form) + rank(value.mask_shape) + rank(value.dtype) + rank(value.layout) +
         rank(value.memory) + rank(value.unfilled) + rank(value.data) + (value.seed == 0 ? 0 : 1);
}

} // namespace

std::strong_ordering Size::operator<=>(const Size& other) const {
  const auto of = [](const Size& size) {
    return std::tuple(size.batch, size.heads, size.keys, size.words, size.tokens, size.entries, size.channels,
                      size.detail, size.line.size());
  };
  const auto order = of(*this) <=> of(other);
  return order != 0 ? order : line.compare(other.line) <=> 0;
}

Size size_of(const Case& value) {
  const std::string line = print_line(value);
  const auto words =
      std::count(line.begin(), line.end(), ' ') + static_cast<std::int64_t>(terms_of(value.mask).size());
  return {.batch = value.batch,
          .heads = value.query_heads + value.kv_heads,
          .keys = keys_of(value),
          .words = words,
          .tokens = tokens_of(value),
          .entries = static_cast<std::int64_t>(value.steps.size()),
          .channels = channels_of(value.dim) + channels_of(value.value_dim),
          .detail = detail_of(value),
          .line = line};
}

} // namespace attest::harness
