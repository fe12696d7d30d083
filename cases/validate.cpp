// The rules across keys, and the order in which all rules are tried.
#include "cases/validate.hpp"

#include "cases/error.hpp"
#include "cases/line_keys.hpp"
#include "cases/numbers.hpp"
#include "cases/pads.hpp"
#include "cases/steps.hpp"
#include "cases/timeline.hpp"
#include "cases/validate_keys.hpp"
#include "cases/words.hpp"

#include <fmt/format.h>

namespace attest {

namespace {

[[noreturn]] void fail(ErrorKind kind, const std::string& sentence) { throw InputError(kind, sentence); }

/// Calls `check`; its fault is told with the word that it is in, cut where it is long.
template <class Word, class Check> void within(Word word_at_fault, Check check) {
  constexpr std::size_t most = 60;
  try {
    check();
  } catch (const InputError& error) {
    const std::string word = word_at_fault();
    const std::string shown = word.size() > most ? word.substr(0, most) + "..." : word;
    fail(error.kind(), fmt::format("{}: {}", shown, error.what()));
  }
}

void check_count(std::string_view what, std::size_t count, std::int64_t wanted, std::string_view per) {
  if (static_cast<std::int64_t>(count) != wanted)
    fail(ErrorKind::count, fmt::format("{} needs {} entr{}, one per {}, not {}", what, wanted,
                                       wanted == 1 ? "y" : "ies", per, count));
}

/// "pad=left:5": the word of a line that gives this key.
std::string word_of(std::string_view name, const Case& value) {
  for (const LineKey& key : line_keys())
    if (key.name == name) return fmt::format("{}={}", name, key.print(value));
  return std::string(name);
}

bool can_crop(CacheKind kind) {
  return kind == CacheKind::dynamic || kind == CacheKind::static_ || kind == CacheKind::quantized ||
         kind == CacheKind::paged;
}

void check_reorder(const Case& value, const Reorder& reorder) {
  check_count("reorder", reorder.rows.size(), value.batch, "batch row");
  for (const std::int64_t row : reorder.rows) check_range("a row number of reorder", row, 0, value.batch - 1);
}

void check_entries(const Case& value) {
  const CacheKind kind = value.cache.kind;
  if (kind == CacheKind::none && value.steps.size() != 1)
    fail(ErrorKind::conflict,
         "cache=none takes exactly one step and no operation; name a cache, for example cache=dynamic");
  for (const Entry& entry : value.steps) {
    if (std::holds_alternative<Crop>(entry) && !can_crop(kind))
      fail(ErrorKind::conflict,
           fmt::format("crop goes with cache=dynamic, static, quantized or paged, not {}", name_of(kind)));
    if (const auto* reorder = std::get_if<Reorder>(&entry))
      within([&] { return "steps entry " + print_entry(entry); }, [&] { check_reorder(value, *reorder); });
  }
}

void check_keys_and_offset(const Case& value) {
  const CacheKind kind = value.cache.kind;
  if (kind == CacheKind::cross && !value.keys)
    fail(ErrorKind::conflict, "cache=cross needs keys=, the length of the encoder");
  if (kind != CacheKind::none && kind != CacheKind::cross && value.keys)
    fail(ErrorKind::conflict, fmt::format("keys goes with cache=none or cross only, not {}", name_of(kind)));
  if (kind != CacheKind::none && value.offset)
    fail(ErrorKind::conflict, fmt::format("offset goes with cache=none only, not {}", name_of(kind)));
}

void check_documents(const Case& value) {
  for (const Term& term : terms_of(value.mask))
    if (term.kind == TermKind::documents && term.lists.size() != 1)
      within([&] { return word_of("mask", value); },
             [&] {
               check_count("documents", term.lists.size(), value.batch, "batch row (or one list for all)");
             });
}

void check_pad_counts(const Case& value) {
  check_count("pad", value.pad.counts.size(), value.batch, "batch row");
  for (const std::int64_t count : value.pad.counts)
    check_range("a number of pads", count, 0, padded_tokens(value));
}

void check_pad_bits(const Case& value) {
  check_count("pad", value.pad.bits.size(), value.batch, "batch row");
  const CacheKind kind = value.cache.kind;
  const bool keys_are_given = kind == CacheKind::none || kind == CacheKind::cross;
  const std::int64_t longest = keys_are_given ? padded_tokens(value) : longest_sequence(value.steps);
  const auto length = static_cast<std::int64_t>(value.pad.bits[0].size());
  if (length > longest)
    fail(ErrorKind::range,
         fmt::format("pad has {} bits for a longest sequence of {} tokens", length, longest));
}

void check_pads(const Case& value) {
  if (value.pad.side == PadSide::none) return;
  if (value.form == Form::none)
    fail(ErrorKind::conflict, "form=none hands over no pads; pad=left, right or bits needs another form");
  within([&] { return word_of("pad", value); },
         [&] {
           if (value.pad.side == PadSide::bits)
             check_pad_bits(value);
           else
             check_pad_counts(value);
         });
}

void check_handed_mask(const Case& value) {
  const bool additive = value.form == Form::additive || value.form == Form::additive_inf;
  if (value.mask_shape != MaskShape::b1qk && !additive && value.form != Form::boolean)
    fail(ErrorKind::conflict, fmt::format("mask_shape goes with form=bool, additive or additive-inf, not {}",
                                          name_of(value.form)));
  if (!value.mask_dtype) return;
  if (!additive)
    fail(ErrorKind::conflict,
         fmt::format("mask_dtype goes with form=additive or additive-inf, not {}", name_of(value.form)));
  if (*value.mask_dtype == value.dtype)
    fail(ErrorKind::conflict,
         fmt::format("mask_dtype={} is the dtype of the case, which is written mask_dtype=io",
                     name_of(value.dtype)));
}

void check_heads_lists(const Case& value) {
  if (value.sink.size() > 1)
    within([&] { return word_of("sink", value); },
           [&] { check_count("sink", value.sink.size(), value.query_heads, "query head (or one for all)"); });
  if (value.alibi.size() > 1)
    within(
        [&] { return word_of("alibi", value); },
        [&] { check_count("alibi", value.alibi.size(), value.query_heads, "query head (or one for all)"); });
}

void check_memory(const Case& value) {
  if (value.memory == Memory::expanded && value.cache.kind != CacheKind::none)
    fail(ErrorKind::conflict,
         fmt::format("memory=expanded goes with cache=none only, not {}", name_of(value.cache.kind)));
}

void check_overflow(const Case& value) {
  if (value.cache.kind != CacheKind::static_) return;
  const std::int64_t longest = longest_sequence(value.steps);
  if (longest > value.cache.numbers[0])
    fail(ErrorKind::overflow, fmt::format("cache=static:{} is too small for {} tokens; static:{} would do",
                                          value.cache.numbers[0], longest, longest));
}

} // namespace

void check_key(std::string_view key, const Case& value) {
  for (const KeyRule& rule : key_rules())
    if (rule.key == key) rule.check(value);
}

void validate(const Case& value) {
  for (const KeyRule& rule : key_rules()) rule.check(value);
  check_entries(value);
  check_keys_and_offset(value);
  check_documents(value);
  check_pads(value);
  check_handed_mask(value);
  check_heads_lists(value);
  check_memory(value);
  check_overflow(value);
}

} // namespace attest
