// Limits of single values; each key of the table that has numbers has one function here.
#include "cases/validate_keys.hpp"

#include "cases/error.hpp"
#include "cases/limits.hpp"
#include "cases/numbers.hpp"
#include "cases/words.hpp"

#include <fmt/format.h>

namespace attest {

namespace {

[[noreturn]] void fail(ErrorKind kind, const std::string& sentence) { throw InputError(kind, sentence); }

void check_batch(const Case& value) { check_range("batch", value.batch, 1, most_batch); }

void check_heads(const Case& value) {
  check_range("the number of query heads", value.query_heads, 1, most_heads);
  check_range("the number of kv heads", value.kv_heads, 1, most_heads);
  if (value.query_heads % value.kv_heads != 0)
    fail(ErrorKind::conflict,
         fmt::format("{} query heads must be a multiple of {} kv heads", value.query_heads, value.kv_heads));
}

void check_dim(const Case& value) {
  check_range("the size of q and k", value.dim, 1, most_dim);
  check_range("the size of v", value.value_dim, 1, most_dim);
}

/// Applies one entry to the number of tokens so far.
std::int64_t length_after(const Entry& entry, std::int64_t length) {
  if (const auto* feed = std::get_if<Feed>(&entry)) {
    check_range("the new tokens of a step", feed->tokens, 1, most_tokens);
    check_range("the number of tokens in the sequence", length + feed->tokens, 1, most_tokens);
    return length + feed->tokens;
  }
  if (const auto* crop = std::get_if<Crop>(&entry)) {
    check_range("the length to crop to", crop->length, 0, length);
    return crop->length;
  }
  if (const auto* reorder = std::get_if<Reorder>(&entry)) {
    for (const std::int64_t row : reorder->rows)
      check_range("a row number of reorder", row, 0, most_batch - 1);
    return length;
  }
  return 0;
}

void check_steps(const Case& value) {
  if (value.steps.empty()) fail(ErrorKind::syntax, "steps must have at least one entry");
  check_range("the number of entries", static_cast<std::int64_t>(value.steps.size()), 1, most_entries);
  for (const Entry& end : {value.steps.front(), value.steps.back()})
    if (!std::holds_alternative<Feed>(end))
      fail(ErrorKind::conflict, "the first and the last entry must be steps, not operations");
  std::int64_t length = 0;
  std::size_t number = 0;
  for (const Entry& entry : value.steps) {
    ++number;
    try {
      length = length_after(entry, length);
    } catch (const InputError& error) {
      fail(error.kind(), fmt::format("entry {}: {}", number, error.what()));
    }
  }
}

void check_cache(const Case& value) {
  const Cache& cache = value.cache;
  const auto names = number_names_of(cache.kind);
  if (cache.numbers.size() != names.size())
    fail(ErrorKind::syntax,
         fmt::format("cache={} takes {} number{}{}{}", name_of(cache.kind),
                     names.empty() ? "no" : std::to_string(names.size()), names.size() == 1 ? "" : "s",
                     names.empty() ? "" : ": ", fmt::join(names, ",")));
  for (std::size_t i = 0; i < names.size(); ++i)
    check_range(fmt::format("{} of cache={}", names[i], name_of(cache.kind)), cache.numbers[i], 1,
                most_tokens);
  if (cache.kind != CacheKind::quantized) return;
  const std::int64_t bits = cache.numbers[0];
  if (bits != 2 && bits != 4 && bits != 8)
    fail(ErrorKind::range, fmt::format("bits of cache=quantized must be 2, 4 or 8, not {}", bits));
}

void check_keys(const Case& value) {
  if (value.keys) check_range("keys", *value.keys, 0, most_tokens);
}

void check_mask(const Case& value) {
  const std::vector<Term> terms = terms_of(value.mask);
  check_range("the number of terms", static_cast<std::int64_t>(terms.size()), 1, most_terms);
  for (const Term& term : terms) check_term(term);
}

void check_pad(const Case& value) {
  for (const std::int64_t count : value.pad.counts) check_range("a number of pads", count, 0, most_tokens);
  for (const std::string& bits : value.pad.bits) {
    if (bits.empty() || bits.find_first_not_of("01") != std::string::npos)
      fail(ErrorKind::syntax, fmt::format("{} must be one or more of 0 (pad) and 1 (real)", quote(bits)));
    if (bits.size() != value.pad.bits[0].size())
      fail(ErrorKind::count, fmt::format("all rows of bits must be equally long, not {} and {}",
                                         value.pad.bits[0].size(), bits.size()));
    check_range("the number of bits", static_cast<std::int64_t>(bits.size()), 1, most_tokens);
  }
}

void check_offset(const Case& value) {
  if (value.offset) check_range("offset", *value.offset, -most_tokens, most_tokens);
}

void check_decimal(std::string_view what, double value) {
  if (!is_decimal(value))
    fail(ErrorKind::range,
         fmt::format("{} must have at most 6 digits before and 9 after the point, not be {}", what, value));
}

void check_scale(const Case& value) {
  if (value.scale) check_decimal("scale", *value.scale);
}

void check_softcap(const Case& value) {
  if (!value.softcap) return;
  check_decimal("softcap", *value.softcap);
  if (*value.softcap <= 0)
    fail(ErrorKind::range, fmt::format("softcap must be above 0, not {}", print_decimal(*value.softcap)));
}

void check_sink(const Case& value) {
  for (const double sink : value.sink) check_decimal("sink", sink);
}

void check_alibi(const Case& value) {
  for (const double slope : value.alibi) check_decimal("alibi", slope);
}

void check_seed(const Case& value) {
  if (value.seed > static_cast<std::uint64_t>(largest_seed))
    fail(ErrorKind::range, fmt::format("seed must be 0 to {}", largest_seed));
}

constexpr KeyRule rules[] = {{"batch", check_batch}, {"heads", check_heads},     {"dim", check_dim},
                             {"steps", check_steps}, {"cache", check_cache},     {"keys", check_keys},
                             {"mask", check_mask},   {"pad", check_pad},         {"offset", check_offset},
                             {"scale", check_scale}, {"softcap", check_softcap}, {"sink", check_sink},
                             {"alibi", check_alibi}, {"seed", check_seed}};

} // namespace

std::span<const KeyRule> key_rules() { return rules; }

} // namespace attest
