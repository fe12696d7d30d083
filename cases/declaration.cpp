// What a case needs, and the reasons why a backend is not asked.
#include "cases/declaration.hpp"

#include "cases/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace attest {
namespace {

template <class Enum> std::string feature(std::string_view group, Enum value) {
  return fmt::format("{}.{}", group, name_of(value));
}

template <class Entry_> std::int64_t count_entries(const Case& problem) {
  return std::count_if(problem.steps.begin(), problem.steps.end(),
                       [](const Entry& entry) { return std::holds_alternative<Entry_>(entry); });
}

/// Most tokens that a sequence of the case ever has.
std::int64_t longest_sequence(const Case& problem) {
  std::int64_t length = 0;
  std::int64_t longest = 0;
  for (const Entry& entry : problem.steps) {
    if (const auto* feed = std::get_if<Feed>(&entry)) length += feed->tokens;
    if (const auto* crop = std::get_if<Crop>(&entry)) length = crop->length;
    if (std::holds_alternative<Reset>(entry)) length = 0;
    longest = std::max(longest, length);
  }
  return longest;
}

/// cache=none whose queries are not simply the tokens of the keys.
bool has_offset(const Case& problem) {
  if (problem.cache.kind != CacheKind::none) return false;
  const std::int64_t fresh = longest_sequence(problem);
  const std::int64_t keys = problem.keys.value_or(fresh);
  return keys != fresh || problem.offset.value_or(keys - fresh) != 0;
}

std::vector<std::string> mask_needs(const Case& problem) {
  const std::vector<Term> terms = terms_of(problem.mask);
  std::vector<std::string> needs;
  for (std::size_t i = 0; i < names_of<TermKind>().size(); ++i) {
    const auto kind = static_cast<TermKind>(i);
    if (std::any_of(terms.begin(), terms.end(), [kind](const Term& term) { return term.kind == kind; }))
      needs.push_back(feature("mask", kind));
  }
  return needs;
}

/// The features that only some cases need.
std::vector<std::string> occasional_needs(const Case& problem) {
  std::vector<std::string> needs;
  const auto need = [&needs](bool needed, const std::string& name) {
    if (needed) needs.push_back(name);
  };
  if (problem.mask_dtype) needs.push_back(feature("mask_dtype", *problem.mask_dtype));
  if (problem.pad.side != PadSide::none) needs.push_back(feature("pad", problem.pad.side));
  need(problem.query_heads != problem.kv_heads, "gqa");
  need(problem.dim != problem.value_dim, "dv");
  need(count_entries<Feed>(problem) >= 2, "steps");
  need(count_entries<Crop>(problem) > 0, "crop");
  need(count_entries<Reorder>(problem) > 0, "reorder");
  need(count_entries<Reset>(problem) > 0, "reset");
  need(has_offset(problem), "offset");
  need(problem.is_causal == true, "flag.true");
  need(problem.is_causal == false, "flag.false");
  need(problem.scale.has_value(), "scale");
  need(problem.softcap.has_value(), "softcap");
  need(!problem.sink.empty(), "sink");
  need(!problem.alibi.empty(), "alibi");
  return needs;
}

template <class Enum>
void append_names(std::vector<std::string>& features, std::string_view group, Enum first) {
  for (std::size_t i = static_cast<std::size_t>(first); i < names_of<Enum>().size(); ++i)
    features.push_back(feature(group, static_cast<Enum>(i)));
}

std::vector<std::string> all_features() {
  std::vector<std::string> features;
  append_names(features, "dtype", Dtype{});
  append_names(features, "cache", CacheKind{});
  append_names(features, "mask", TermKind{});
  append_names(features, "form", Form{});
  append_names(features, "mask_shape", MaskShape{});
  append_names(features, "layout", Layout{});
  append_names(features, "memory", Memory{});
  append_names(features, "unfilled", Unfilled{});
  append_names(features, "mask_dtype", Dtype{});
  append_names(features, "pad", PadSide::left);
  for (const char* name : {"gqa", "dv", "steps", "crop", "reorder", "reset", "offset", "flag.true",
                           "flag.false", "scale", "softcap", "sink", "alibi"})
    features.emplace_back(name);
  return features;
}

std::optional<Refusal> limit_exceeded(const Case& problem, const Limits& limits) {
  const std::int64_t dim = std::max(problem.dim, problem.value_dim);
  if (limits.dim_max && dim > *limits.dim_max)
    return Refusal{.reason = fmt::format("dim {} is above its dim_max of {}", dim, *limits.dim_max)};
  for (const std::int64_t size : {problem.dim, problem.value_dim})
    if (limits.dim_multiple && size % *limits.dim_multiple != 0)
      return Refusal{.reason = fmt::format("dim {} is not a multiple of {}", size, *limits.dim_multiple)};
  const std::int64_t tokens = std::max(longest_sequence(problem), problem.keys.value_or(0));
  if (limits.tokens_max && tokens > *limits.tokens_max)
    return Refusal{.reason =
                       fmt::format("{} tokens are above its tokens_max of {}", tokens, *limits.tokens_max)};
  return {};
}

} // namespace

std::vector<std::string> needs_of(const Case& problem) {
  std::vector<std::string> needs = {feature("dtype", problem.dtype), feature("cache", problem.cache.kind)};
  const auto append = [&needs](const std::vector<std::string>& more) {
    needs.insert(needs.end(), more.begin(), more.end());
  };
  append(mask_needs(problem));
  append({feature("form", problem.form), feature("mask_shape", problem.mask_shape),
          feature("layout", problem.layout), feature("memory", problem.memory),
          feature("unfilled", problem.unfilled)});
  append(occasional_needs(problem));
  return needs;
}

const std::vector<std::string>& known_features() {
  static const std::vector<std::string> features = all_features();
  return features;
}

std::optional<Refusal> refusal_of(const Case& problem, const Declaration& declaration) {
  const std::vector<std::string> needs = needs_of(problem);
  const auto is_in = [](const std::vector<std::string>& names) {
    return [&names](const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
  };
  const auto lacking = std::find_if_not(needs.begin(), needs.end(), is_in(declaration.features));
  if (lacking != needs.end())
    return Refusal{.reason = fmt::format("it does not declare {}", *lacking), .feature = *lacking};
  for (const Combination& combination : declaration.refuses)
    if (std::all_of(combination.all.begin(), combination.all.end(), is_in(needs)))
      return Refusal{.reason = combination.reason};
  return limit_exceeded(problem, declaration.limits);
}

EmptyRow empty_row_of(const Declaration& declaration, const Case& problem) {
  const std::string form(name_of(problem.form));
  for (const std::string& key : {fmt::format("{}@{}", form, name_of(problem.dtype)), form, std::string("*")})
    if (const auto found = declaration.empty_row.find(key); found != declaration.empty_row.end())
      return found->second;
  return EmptyRow::unspecified;
}

} // namespace attest
