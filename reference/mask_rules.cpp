// Both rules ask in ranges of tokens, and once per sequence that a mask can tell from the others.
#include "reference/mask_rules.hpp"

#include "cases/error.hpp"
#include "cases/words.hpp"
#include "reference/slots.hpp"
#include "reference/visible.hpp"
#include "reference/walk.hpp"

#include <algorithm>
#include <map>

namespace attest::reference {
namespace {

/// What the mask can tell sequences apart by: pads, and documents where each row has its own.
using Traits = std::pair<std::string, std::vector<std::vector<std::int64_t>>>;

Traits traits_of(const Case& in, const std::vector<Term>& terms, std::int64_t sequence) {
  Traits traits;
  if (in.pad.side == PadSide::bits) traits.first = in.pad.bits.at(sequence);
  if (!in.pad.counts.empty()) traits.second.push_back({in.pad.counts.at(sequence)});
  for (const Term& term : terms)
    if (term.kind == TermKind::documents && term.lists.size() > 1)
      traits.second.push_back(term.lists.at(sequence));
  return traits;
}

/// Per sequence, the first one that no mask can tell from it.
struct Twins {
  std::vector<std::int64_t> first = {};
  bool all_alike = true;
};

Twins twins_of(const Case& in) {
  const std::vector<Term> terms = terms_of(in.mask);
  std::map<Traits, std::int64_t> known;
  Twins twins;
  for (std::int64_t sequence = 0; sequence < in.batch; ++sequence)
    twins.first.push_back(known.try_emplace(traits_of(in, terms, sequence), sequence).first->second);
  twins.all_alike = known.size() == 1;
  return twins;
}

/// The sequences of a call, each only if no earlier one is its twin.
std::vector<std::int64_t> distinct(const Call& call, const Twins& twins) {
  if (twins.all_alike) return {0};
  std::vector<std::int64_t> sequences;
  for (const std::int64_t sequence : call.sequence) sequences.push_back(twins.first[sequence]);
  std::sort(sequences.begin(), sequences.end());
  sequences.erase(std::unique(sequences.begin(), sequences.end()), sequences.end());
  return sequences;
}

/// The tokens that a call returns.
Ranges held_tokens(const Case& in, const Call& call) {
  Ranges held;
  for (const SlotRun& run : slots_of(in, call))
    if (run.first >= 0) held = united(held, {{.first = run.first, .end = run.first + run.count}});
  return held;
}

/// "step 1: query 5", and of which sequence if there are several.
std::string named_query(const Case& in, const Call& call, std::int64_t sequence, std::int64_t q) {
  const std::string of = in.batch > 1 ? " of sequence " + std::to_string(sequence) : "";
  return "step " + std::to_string(call.step) + ": query " + std::to_string(q) + of;
}

bool is_handed_without_batch(const Case& in) {
  const bool is_complete =
      in.form == Form::boolean || in.form == Form::additive || in.form == Form::additive_inf;
  return is_complete && (in.mask_shape == MaskShape::oneoneqk || in.mask_shape == MaskShape::qk);
}

void check_equal_rows(const Case& in, const Call& call, const std::vector<std::int64_t>& sequences) {
  const Ranges held = held_tokens(in, call);
  const std::int64_t end = held.empty() ? 0 : held.back().end;
  for (std::int64_t q = call.first_query; q < call.first_query + call.tokens; ++q) {
    const auto seen = [&](std::int64_t sequence) {
      return intersection(visible_ranges(in, sequence, q, end), held);
    };
    const Ranges first = seen(sequences.front());
    for (const std::int64_t other : sequences)
      if (seen(other) != first)
        throw InputError(ErrorKind::conflict,
                         named_query(in, call, other, q) + " sees other keys than that of sequence " +
                             std::to_string(sequences.front()) +
                             ", which mask_shape=" + std::string(name_of(in.mask_shape)) +
                             " cannot say; take mask_shape=b1qk or the same pads and documents in all rows");
  }
}

bool may_drop(CacheKind kind) {
  return kind == CacheKind::sliding || kind == CacheKind::static_sliding || kind == CacheKind::chunked ||
         kind == CacheKind::ring || kind == CacheKind::sink;
}

std::string written(const Cache& cache) {
  std::string text = std::string(name_of(cache.kind));
  for (std::size_t i = 0; i < cache.numbers.size(); ++i)
    text += (i == 0 ? ":" : ",") + std::to_string(cache.numbers[i]);
  return text;
}

/// A mask that asks for no more than the cache holds.
std::string advice(const Cache& cache) {
  const auto number = [&](std::size_t i) { return std::to_string(cache.numbers.at(i)); };
  switch (cache.kind) {
  case CacheKind::chunked: return "mask=causal&chunk:" + number(0) + " would fit";
  case CacheKind::ring: return "a ring needs the window of the mask plus the new tokens of a step less one";
  case CacheKind::sink: return "mask=causal&(prefix:" + number(0) + "|window:" + number(1) + ") would fit";
  case CacheKind::static_sliding:
    return "mask=causal&window:" + std::to_string(std::min(cache.numbers.at(0), cache.numbers.at(1))) +
           " would fit";
  default: return "mask=causal&window:" + number(0) + " would fit";
  }
}

void check_evicted(const Case& in, const Call& call, const Ranges& dropped, std::int64_t sequence) {
  const std::int64_t end = call.before + call.tokens;
  const Ranges readable = intersection(dropped, real_ranges(in, sequence, end));
  if (readable.empty()) return;
  for (std::int64_t q = call.first_query; q < call.first_query + call.tokens; ++q) {
    const Ranges missed = intersection(allowed_ranges(in, sequence, q, end), readable);
    if (missed.empty()) continue;
    throw InputError(ErrorKind::evicted, named_query(in, call, sequence, q) + " sees token " +
                                             std::to_string(missed.front().first) + ", which cache=" +
                                             written(in.cache) + " no longer holds; " + advice(in.cache));
  }
}

} // namespace

void check_equal_rows(const Case& in) {
  if (in.batch == 1 || !is_handed_without_batch(in)) return;
  const Twins twins = twins_of(in);
  walk(in, [&](const Call& call) {
    const std::vector<std::int64_t> sequences = distinct(call, twins);
    if (sequences.size() > 1) check_equal_rows(in, call, sequences);
  });
}

void check_evicted(const Case& in) {
  if (!may_drop(in.cache.kind)) return;
  const Twins twins = twins_of(in);
  walk(in, [&](const Call& call) {
    const Ranges dropped = complement(held_tokens(in, call), call.before + call.tokens);
    if (dropped.empty()) return;
    for (const std::int64_t sequence : distinct(call, twins)) check_evicted(in, call, dropped, sequence);
  });
}

} // namespace attest::reference
