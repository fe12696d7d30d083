// The moves of shrinking: each knows one part of a case and proposes simpler ones. A proposal may be invalid;
// whoever tries it settles what hangs on the part that was changed, checks it and skips it if it is broken.
#pragma once

#include "cases/case.hpp"

#include <string>
#include <vector>

namespace attest::harness {

struct Move {
  std::string name = "";
  /// Simpler cases, the boldest first. Pure.
  std::vector<Case> (*proposals)(const Case&) = nullptr;
};

/// All moves, those that take away most first.
const std::vector<Move>& moves();

std::vector<Case> with_plain_numbers(const Case&);  ///< all that leaves shape and mask alone, at once
std::vector<Case> with_fewer_rows(const Case&);     ///< one batch row, or one less
std::vector<Case> with_fewer_heads(const Case&);    ///< of q and kv
std::vector<Case> with_fewer_entries(const Case&);  ///< of steps
std::vector<Case> with_fewer_tokens(const Case&);   ///< taken out anywhere; all that names tokens follows
std::vector<Case> with_shorter_steps(const Case&);  ///< fewer new tokens in a call
std::vector<Case> with_fewer_keys(const Case&);     ///< none and cross; and the offset
std::vector<Case> with_plainer_cache(const Case&);  ///< another kind, smaller numbers
std::vector<Case> with_plainer_mask(const Case&);   ///< fewer terms, smaller numbers
std::vector<Case> with_smaller_window(const Case&); ///< equal numbers of cache and mask together
std::vector<Case> with_fewer_pads(const Case&);
std::vector<Case> with_plainer_words(const Case&); ///< one of the other keys at its default
std::vector<Case> with_plainer_dims(const Case&);

/// The numbers below n that are worth a try, ascending: least, least + 1, half of n, n - 1.
std::vector<std::int64_t> smaller_numbers(std::int64_t n, std::int64_t least);

/// The case with what hangs on other parts put right where that is possible: operations that end it, lengths
/// of crops, capacity, pads, form, shape and dtype of the handed mask. Keys and offset of cache=none are
/// filled in.
Case settled(Case);

/// The case without tokens first .. first+count-1 of every sequence: steps, pads, documents, prefixes, blocks
/// and crops follow. With cache=cross the tokens are the encoder's.
Case without_tokens(const Case&, std::int64_t first, std::int64_t count);

} // namespace attest::harness
