// Evidence in plain words: one sentence about the first wrong row.
#include "harness/evidence.hpp"

#include "cases/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace attest::harness {

namespace {

using Numbers = std::vector<std::int64_t>;

/// "1", "1 and 3", "0, 2 and 6..15".
std::string ranges(Numbers numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (end - i > 2)
      parts.push_back(fmt::format("{}..{}", numbers[i], numbers[end - 1]));
    else
      for (std::size_t j = i; j < end; ++j) parts.push_back(std::to_string(numbers[j]));
    i = end;
  }
  std::string text = parts.empty() ? "" : parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

std::string counted(std::string_view noun, const Numbers& numbers) {
  return fmt::format("{}{} {}", noun, numbers.size() == 1 ? "" : "s", ranges(numbers));
}

std::string slot_word(const Case& value) {
  if (value.cache.kind == CacheKind::none) return "key slot";
  return fmt::format("{}-cache slot", name_of(value.cache.kind));
}

/// "query 0 of batch 0", with head and step where there are several.
std::string place(const Facts& facts, const reports::Evidence& row) {
  std::string text = fmt::format("query {} of batch {}", row.query, row.batch);
  if (facts.question.value.query_heads > 1) text += fmt::format(" and head {}", row.head);
  if (facts.question.plan.size() > 1) text += fmt::format(" in step {}", row.step);
  return text;
}

std::string_view whose(Region region) {
  switch (region) {
  case Region::batch: return "of another sequence";
  case Region::evicted: return "which no returned slot holds";
  case Region::padding: return "hidden as padding";
  case Region::future: return "in its future";
  case Region::document: return "in another document";
  case Region::chunk: return "in another chunk";
  case Region::window: return "outside its window";
  default: return "which the mask hides";
  }
}

/// The leaks of one row that share a region, in words.
std::string describe_unfilled(const Case& value, const std::vector<Leak>& leaks) {
  Numbers slots, stale;
  std::int64_t unnamed = 0;
  for (const Leak& leak : leaks) {
    if (leak.stale)
      stale.push_back(*leak.cell.token);
    else if (leak.cell.slot)
      slots.push_back(*leak.cell.slot);
    else
      unnamed += leak.cell.count.value_or(1);
  }
  if (!slots.empty()) return fmt::format("{}, which nobody has written", counted(slot_word(value), slots));
  if (!stale.empty()) return fmt::format("{}, which the cache was told to forget", counted("token", stale));
  return fmt::format("{} {}{} that nobody has written", unnamed, slot_word(value), unnamed == 1 ? "" : "s");
}

std::string describe(const Case& value, Region region, const std::vector<Leak>& leaks) {
  if (region == Region::unfilled) return describe_unfilled(value, leaks);
  if (region == Region::batch) {
    Numbers tokens;
    for (const Leak& leak : leaks)
      if (leak.cell.row == leaks.front().cell.row) tokens.push_back(*leak.cell.token);
    return fmt::format("{} of batch {}, another sequence", counted("token", tokens), *leaks.front().cell.row);
  }
  Numbers tokens;
  for (const Leak& leak : leaks) tokens.push_back(*leak.cell.token);
  return fmt::format("{}, {}", counted("token", tokens), whose(region));
}

/// The leaks of the first row of the region that the class names, or of its first leak's.
std::string describe_leaks(const Facts& facts, const Class& kind, const std::vector<Leak>& leaked) {
  const auto named = [&](const Leak& leak) {
    return kind.name == fmt::format("leak.{}", region_name(leak.region));
  };
  const auto found = std::find_if(leaked.begin(), leaked.end(), named);
  const Region region = (found == leaked.end() ? leaked.begin() : found)->region;
  std::vector<Leak> same;
  std::copy_if(leaked.begin(), leaked.end(), std::back_inserter(same),
               [&](const Leak& leak) { return leak.region == region; });
  return describe(facts.question.value, region, same);
}

std::string cells_sentence(const Facts& facts, const Class& kind, const Proof& proof) {
  const Difference& first = facts.cells.first.front();
  std::string text = place(facts, proof.evidence.front());
  if (!first.leaked.empty()) text += " also reads " + describe_leaks(facts, kind, first.leaked);
  Numbers dropped;
  for (const reports::Cell& cell : first.dropped) dropped.push_back(*cell.token);
  if (dropped.empty()) return text;
  const std::string missing = fmt::format("does not read {}, which it should see", counted("token", dropped));
  return text + (first.leaked.empty() ? " " : ", and ") + missing;
}

std::string heads_sentence(const Facts& facts, const Class& kind, const reports::Evidence& row) {
  const std::string whom = place(facts, row);
  if (kind.name == "head_map")
    return fmt::format("{} reads kv head {:g} instead of {}", whom, row.value->actual - 1,
                       *row.value->kv_head);
  if (kind.name != "leak.head")
    return fmt::format("{} holds {:.9g} where kv head {} gives {:.9g}", whom, row.value->actual,
                       *row.value->kv_head, row.value->expected);
  return fmt::format("{} mixes kv heads: it holds {:.6g} where kv head {} alone gives {:.6g}", whom,
                     row.value->actual, *row.value->kv_head, row.value->expected);
}

std::string_view policy_word(EmptyRow policy) {
  switch (policy) {
  case EmptyRow::zero: return "zeros";
  case EmptyRow::nan: return "nan";
  case EmptyRow::mean: return "the mean of v";
  case EmptyRow::unspecified: return "anything";
  }
  return "";
}

std::string empty_sentence(const Facts& facts, const Class& kind, const reports::Evidence& row) {
  const std::string_view held = kind.name == "row.nan"       ? "nan"
                                : kind.name == "row.zero"    ? "zeros"
                                : kind.name == "row.uniform" ? "the mean of v"
                                                             : "something else";
  return fmt::format("{} sees nothing and must hold {}, but holds {}", place(facts, row),
                     policy_word(facts.question.empty_row), held);
}

/// A leak that no fed key explains.
std::string unlocated_sentence(const Facts& facts, const Class& kind, const reports::Evidence& row) {
  if (kind.basis == Basis::change)
    return fmt::format("{} changes when only keys that it must not see change: channel {} is {:.9g} instead "
                       "of {:.9g}",
                       place(facts, row), row.value->channel, row.value->actual, row.value->expected);
  const std::string what = kind.name == "leak.unfilled"
                               ? slot_word(facts.question.value) + "s that nobody has written"
                               : "something that it must not see, and which key it is can't be told";
  return fmt::format("{} also reads {} (weight {:.3g})", place(facts, row), what,
                     row.leaked.back().weight.value_or(0));
}

std::string sum_sentence(const Facts& facts, const reports::Evidence& row) {
  return fmt::format("{} holds {:.9g} where every v is 1 and its weights sum to {:.9g}", place(facts, row),
                     row.value->actual, row.value->expected);
}

std::string zeros_sentence(const Facts& facts, const Class& kind, const reports::Evidence& row) {
  if (kind.name == "leak.unfilled") {
    Numbers slots;
    std::int64_t unnamed = 0;
    for (const reports::Cell& cell : row.leaked) {
      if (cell.slot)
        slots.push_back(*cell.slot);
      else
        unnamed += cell.count.value_or(1);
    }
    const std::string word = slot_word(facts.question.value);
    if (!slots.empty())
      return fmt::format("{} also reads {}, which nobody has written", place(facts, row),
                         counted(word, slots));
    if (unnamed > 0) return fmt::format("{} also reads {}s that nobody has written", place(facts, row), word);
  }
  return fmt::format("{} holds {:.6g} where every value that it may read is 1", place(facts, row),
                     row.value->actual);
}

/// How it is known that an error within the bound is no chance.
std::string repeats_text(const std::vector<std::uint64_t>& seeds) {
  if (seeds.empty()) return "";
  return fmt::format(", the statistical one (not the hard one), and so again with other data under seeds {}",
                     fmt::join(seeds, ", "));
}

std::string numbers_sentence(const Facts& facts, const reports::Evidence& row) {
  const reports::Value& value = *row.value;
  return fmt::format("channel {} of {} is {:.9g} where {:.9g} is right, {:.3g} times the bound",
                     value.channel, place(facts, row), value.actual, value.expected,
                     std::abs(value.actual - value.expected) / value.bound) +
         repeats_text(facts.observed.repeated);
}

std::string poison_sentence(const Facts& facts, const reports::Evidence& row) {
  const std::string why =
      fmt::format("when the {}s that nobody has written hold nan", slot_word(facts.question.value));
  if (std::isfinite(row.value->actual)) return numbers_sentence(facts, row) + ", " + why;
  return fmt::format("{} holds {} {}, which it must not read", place(facts, row), row.value->actual, why);
}

std::string first_row(const Facts& facts, const Class& kind, const Proof& proof) {
  const reports::Evidence& row = proof.evidence.front();
  switch (kind.basis) {
  case Basis::cells: return cells_sentence(facts, kind, proof);
  case Basis::heads: return heads_sentence(facts, kind, row);
  case Basis::empty: return empty_sentence(facts, kind, row);
  case Basis::zeros: return zeros_sentence(facts, kind, row);
  case Basis::leaks:
  case Basis::dominate:
  case Basis::change: return unlocated_sentence(facts, kind, row);
  case Basis::sum: return sum_sentence(facts, row);
  case Basis::poison: return poison_sentence(facts, row);
  case Basis::numbers: return numbers_sentence(facts, row);
  case Basis::nonfinite:
    return fmt::format("{} holds {} although it sees something", place(facts, row), row.value->actual);
  }
  return "";
}

} // namespace

std::string sentence_of(const Facts& facts, const Class& kind, const Proof& proof) {
  std::string text = kind.says.empty() ? "" : kind.says + ": ";
  text += first_row(facts, kind, proof);
  if (proof.rows > 1) text += fmt::format(" (and {} more row{})", proof.rows - 1, proof.rows == 2 ? "" : "s");
  return text;
}

} // namespace attest::harness
