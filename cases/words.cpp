// The tables of names, and how an unknown word is answered.
#include "cases/words.hpp"

#include "cases/error.hpp"
#include "cases/printable.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace attest {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view error_kinds[] = {"syntax",   "unknown",  "duplicate", "range", "count",
                                            "conflict", "overflow", "evicted",   "size",  "file"};
constexpr std::string_view dtypes[] = {"f32", "f64", "f16", "bf16"};
constexpr std::string_view cache_kinds[] = {"none",           "dynamic", "static", "sliding",
                                            "static-sliding", "chunked", "ring",   "quantized",
                                            "paged",          "cross",   "sink"};
constexpr std::string_view pad_sides[] = {"none", "left", "right", "bits"};
constexpr std::string_view forms[] = {"none", "padding", "bool", "additive", "additive-inf"};
constexpr std::string_view mask_shapes[] = {"b1qk", "bhqk", "11qk", "qk"};
constexpr std::string_view rows[] = {"real", "all"};
constexpr std::string_view layouts[] = {"bhsd", "bshd", "sbhd", "bhds"};
constexpr std::string_view memories[] = {"plain", "sliced", "expanded"};
constexpr std::string_view unfilled[] = {"zeros", "canary", "nan"};
constexpr std::string_view data[] = {"normal", "integers", "near-tie", "large",
                                     "offset", "constant", "zero-keys"};
constexpr std::string_view terms[] = {"full",  "causal", "window",    "ahead", "band",
                                      "chunk", "prefix", "documents", "blocks"};

constexpr std::string_view capacity[] = {"capacity"};
constexpr std::string_view window[] = {"window"};
constexpr std::string_view window_capacity[] = {"window", "capacity"};
constexpr std::string_view chunk[] = {"chunk"};
constexpr std::string_view bits[] = {"bits"};
constexpr std::string_view page[] = {"page"};
constexpr std::string_view first_window[] = {"first", "window"};

/// Longer words than this are no misspelling of any of ours.
constexpr std::size_t longest_misspelling = 24;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// Edits (insert, delete, replace, swap of neighbours) from one word to the other.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  std::iota(d[0].begin(), d[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({replace, d[i - 1][j] + 1, d[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

} // namespace

template <> Names names_of<ErrorKind>() { return error_kinds; }
template <> Names names_of<Dtype>() { return dtypes; }
template <> Names names_of<CacheKind>() { return cache_kinds; }
template <> Names names_of<PadSide>() { return pad_sides; }
template <> Names names_of<Form>() { return forms; }
template <> Names names_of<MaskShape>() { return mask_shapes; }
template <> Names names_of<Rows>() { return rows; }
template <> Names names_of<Layout>() { return layouts; }
template <> Names names_of<Memory>() { return memories; }
template <> Names names_of<Unfilled>() { return unfilled; }
template <> Names names_of<Data>() { return data; }
template <> Names names_of<TermKind>() { return terms; }

Names number_names_of(CacheKind kind) {
  switch (kind) {
  case CacheKind::static_:
  case CacheKind::ring: return capacity;
  case CacheKind::sliding: return window;
  case CacheKind::static_sliding: return window_capacity;
  case CacheKind::chunked: return chunk;
  case CacheKind::quantized: return bits;
  case CacheKind::paged: return page;
  case CacheKind::sink: return first_window;
  case CacheKind::none:
  case CacheKind::dynamic:
  case CacheKind::cross: break;
  }
  return {};
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& known) {
  if (word.empty() || word.size() > longest_misspelling) return "";
  std::string_view best;
  std::size_t nearest = std::max<std::size_t>(1, std::min<std::size_t>(2, word.size() / 3)) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t edits = distance(lower(word), lower(candidate));
    if (edits < nearest && edits < candidate.size()) {
      nearest = edits;
      best = candidate;
    }
  }
  return best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
}

std::string listed(Names words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string quote(std::string_view text) { return "'" + one_line(text, {.most = 60, .ascii = true}) + "'"; }

std::string unknown_word(std::string_view what, std::string_view word, Names known) {
  const std::string nearest = suggestion(word, {known.begin(), known.end()});
  const std::string rest = nearest.empty() ? fmt::format("; known are {}", listed(known)) : nearest;
  return fmt::format("unknown {} {}{}", what, quote(word), rest);
}

} // namespace attest
