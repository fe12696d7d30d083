// Masks of 4.53 to 4.57, and what 5 shares with them.
#include "backends/policies/hf_masking_utils.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace attest::backends::hf {

namespace {

Columns dynamic_window_columns(std::int64_t past, std::int64_t fresh, std::int64_t window) {
  const std::int64_t stored = past < window ? past : window - 1;
  return {.count = stored + fresh, .first = std::max<std::int64_t>(past - window + 1, 0)};
}

Columns static_window_columns(std::int64_t past, std::int64_t fresh, std::int64_t slots) {
  const std::int64_t first = std::max<std::int64_t>(past - slots + 1, 0);
  if (past >= slots) return {.count = slots - 1 + fresh, .first = first};
  return {.count = std::max(past + fresh, slots), .first = first};
}

// A call without cache and 2-D mask has position ids, which 4.53.1 to 4.57 took for a packed sequence and
// gave a mask in every case.
bool is_packed(const PolicyInput& in) { return in.value.cache.kind == CacheKind::none && !in.handed; }

bool skips_mask(const PolicyInput& in, const Request& request, const Columns& columns) {
  if (in.family != Family::sdpa || is_static(in.value) || is_packed(in)) return false;
  const auto local = local_size(request);
  const bool flag_is_enough = in.step.fresh == 1 || columns.count == in.step.fresh;
  return flag_is_enough && (!local || columns.count < *local) &&
         Padding(in).all_real(columns.first, columns.count);
}

} // namespace

Columns layer_columns(const PolicyInput& in) {
  const std::int64_t past = in.step.before;
  const std::int64_t fresh = in.step.fresh;
  switch (in.value.cache.kind) {
  case CacheKind::static_: return {.count = static_slots(in.value)};
  case CacheKind::sliding:
  case CacheKind::chunked: return dynamic_window_columns(past, fresh, in.value.cache.numbers.at(0));
  case CacheKind::static_sliding: return static_window_columns(past, fresh, static_slots(in.value));
  case CacheKind::cross: return {.count = in.width};
  default: return {.count = past + fresh};
  }
}

std::optional<std::int64_t> local_size(const Request& request) {
  return request.size > 0 ? std::optional(request.size) : std::nullopt;
}

View made_mask(const PolicyInput& in, const Columns& columns, const Sees& sees) {
  const View mask =
      in.family == Family::eager ? additive_mask(in, columns, sees) : boolean_mask(in, columns, sees);
  return fitted(mask, in.width);
}

std::map<std::string, EmptyRow> masking_utils_rows(Family family) {
  return family == Family::eager ? finite_minimum_rows() : std::map<std::string, EmptyRow>{};
}

std::vector<std::string> layer_features(const std::vector<std::string>& more) {
  std::vector<std::string> all = {"cache.sliding", "cache.chunked", "cache.static-sliding",
                                  "mask.chunk",    "crop",          "reset",
                                  "flag.true",     "flag.false"};
  all.insert(all.end(), more.begin(), more.end());
  return features(all);
}

std::vector<Combination> layer_refusals(const std::string& release, const std::vector<std::string>& masks) {
  std::vector<Combination> all;
  for (const std::string& mask : masks)
    all.push_back({.all = {"cache.static", mask},
                   .reason = fmt::format("StaticCache of {} makes window layers for a windowed model: "
                                         "cache=static-sliding",
                                         release)});
  return all;
}

Arguments masking_utils_arguments(const PolicyInput& in, const MaskingUtils& era) {
  const Request request = request_of(in.value.mask);
  Arguments arguments;
  if (request.pattern == Pattern::own) {
    arguments.mask = in.family == Family::eager ? own_additive_mask(in) : own_boolean_mask(in);
  } else if (const Columns columns = era.columns(in); !skips_mask(in, request, columns)) {
    arguments.mask = made_mask(in, columns, predicate_of(request, Padding(in), era.left_padding));
  }
  if (in.family == Family::sdpa)
    arguments.is_causal = in.value.is_causal.value_or(!arguments.mask && in.step.fresh > 1);
  return arguments;
}

} // namespace attest::backends::hf
