// Defaults and derived numbers of a case.
#include "cases/case.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace attest {

Case with_defaults(Case value) {
  if (value.cache.kind != CacheKind::none || value.steps.empty()) return value;
  const auto* call = std::get_if<Feed>(&value.steps.front());
  if (call == nullptr) return value;
  if (!value.keys) value.keys = call->tokens;
  if (!value.offset) value.offset = *value.keys - call->tokens;
  return value;
}

double scale_of(const Case& value) {
  return value.scale ? *value.scale : 1.0 / std::sqrt(static_cast<double>(value.dim));
}

double per_head(const Case& value, const std::vector<double>& list, std::int64_t head) {
  const std::size_t index = list.size() == 1 ? 0 : static_cast<std::size_t>(head);
  return round_to(value.dtype, list[index]);
}

std::int64_t kv_head_of(const Case& value, std::int64_t head) {
  return head / (value.query_heads / value.kv_heads);
}

} // namespace attest
