// Tokens for tests of caches: they carry their own number, so that a slot says which token lies in it.
#pragma once

#include "backends/registry.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "cases/words.hpp"

#include <cmath>

namespace attest::backends::for_tests {

/// The plain right cache of a kind.
inline const CacheType& cache_of(CacheKind kind) {
  for (const auto& type : cache_types())
    if (type.kind == kind && type.name == name_of(kind)) return type;
  FAIL("no cache of this kind");
  throw std::logic_error("unreachable");
}

/// Number of a token per slot, 1000 times the batch row that fed it added.
using Slots = std::vector<double>;

/// What a slot reads as that holds the canary, and so is unwritten in a case with unfilled=canary. With
/// zeros it reads as token 0.
constexpr double unwritten = -1;

/// Feeds tokens that carry their own number to the cache of a case with one kv head, and reads slots as such
/// numbers.
class Feeder {
public:
  explicit Feeder(const std::string& line)
      : case_(parse_line(line)), cache_(cache_of(case_.cache.kind).make(case_)) {}

  /// Feeds `count` tokens to every batch row; the slots that came back for one row.
  Slots feed(std::int64_t count, std::int64_t row = 0) {
    View k = make_view(element_of(case_.dtype), {case_.batch, 1, count, case_.dim});
    View v = make_view(element_of(case_.dtype), {case_.batch, 1, count, case_.value_dim});
    for (std::int64_t b = 0; b < case_.batch; ++b)
      for (std::int64_t i = 0; i < count; ++i) {
        set(k, b, 0, i, 0, static_cast<double>(1000 * b + next_ + i));
        set(v, b, 0, i, 0, -static_cast<double>(1000 * b + next_ + i));
      }
    next_ += count;
    read_ = cache_->update(k, v);
    return slots_of_row(row);
  }

  /// What came back for a row when tokens were fed last.
  Slots slots_of_row(std::int64_t row) const {
    REQUIRE(read_.k.shape[2] == read_.v.shape[2]);
    Slots tokens;
    for (std::int64_t j = 0; j < read_.k.shape[2]; ++j) {
      const double k = get(read_.k, row, 0, j, 0);
      const double v = get(read_.v, row, 0, j, 0);
      const bool is_canary = k == 0 && v == 1024;
      tokens.push_back(is_canary ? unwritten : k);
      if (!is_canary && !std::isnan(k)) CHECK(v == -k);
    }
    return tokens;
  }

  void crop(std::int64_t length) { cache_->crop(next_ = length); }
  void reorder(const std::vector<std::int64_t>& rows) { cache_->reorder(rows); }
  void reset() { cache_->reset(), next_ = 0; }

private:
  Case case_;
  std::unique_ptr<CacheState> cache_;
  KeysValues read_ = {};
  std::int64_t next_ = 0;
};

} // namespace attest::backends::for_tests
