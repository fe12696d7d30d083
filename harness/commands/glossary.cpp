// Sentences for words (CONTRACT sections 3, 4 and 12).
#include "harness/commands/glossary.hpp"

#include "reports/classes.hpp"

namespace attest::commands {

std::vector<GlossaryEntry> cache_glossary() {
  return {
      {"none", "none", "one call, no cache; keys= and offset= say what it reads"},
      {"dynamic", "dynamic", "grows; returns all tokens so far"},
      {"static", "static:CAP", "CAP slots, filled from the first; the rest is unwritten"},
      {"sliding", "sliding:W", "keeps the last W-1 tokens; returns them and the new ones"},
      {"static-sliding", "static-sliding:W,CAP",
       "a static buffer of min(W,CAP) slots that rolls once it is full"},
      {"chunked", "chunked:C", "as sliding:C, for masks by chunks"},
      {"ring", "ring:CAP", "token x lies in slot x mod CAP; returned in physical order"},
      {"quantized", "quantized:BITS",
       "as dynamic, but tokens of earlier steps come back quantised (2, 4 or 8 bits)"},
      {"paged", "paged:PAGE", "as dynamic, padded with unwritten slots to a full page"},
      {"cross", "cross", "the keys of an encoder, keys= of them, the same at every step"},
      {"sink", "sink:N,W", "the first N tokens, the last W-1 and the new ones"},
  };
}

std::vector<GlossaryEntry> mask_glossary() {
  return {
      {"full", "full", "every key"},
      {"causal", "causal", "keys up to the query: k <= q"},
      {"window", "window:W", "W keys with the query's own, and the whole future: q - k < W"},
      {"ahead", "ahead:R", "at most R keys into the future: k - q <= R"},
      {"band", "band:W", "W keys to both sides: |q - k| <= W"},
      {"chunk", "chunk:C", "keys of the query's chunk of C tokens, counted from the row's first real token"},
      {"prefix", "prefix:N", "the first N tokens"},
      {"documents", "documents:3,2,4",
       "keys of the query's document; lengths from token 0, lists per row with /"},
      {"blocks", "blocks:1-2,4-5", "keys of the query's block FIRST-LAST"},
  };
}

std::vector<GlossaryEntry> class_glossary() {
  std::vector<GlossaryEntry> entries;
  for (const auto& entry : reports::classes())
    entries.push_back({std::string(entry.name), std::string(entry.name), std::string(entry.sentence)});
  return entries;
}

} // namespace attest::commands
