// Sizes first, by arithmetic alone, so that nothing large is built for a case that is too large.
#include "reference/rules.hpp"

#include "cases/error.hpp"
#include "cases/line.hpp"
#include "reference/mask_rules.hpp"
#include "reference/slots.hpp"
#include "reference/walk.hpp"

#include <algorithm>
#include <initializer_list>

namespace attest::reference {
namespace {

constexpr std::int64_t most_numbers = std::int64_t{1} << 32;

/// True if the product of these numbers, none of them negative, is above most_numbers; never overflows.
bool is_too_many(std::initializer_list<std::int64_t> factors) {
  std::int64_t product = 1;
  for (const std::int64_t factor : factors) {
    if (factor == 0) return false;
    product = product > most_numbers / factor ? most_numbers + 1 : product * factor;
  }
  return product > most_numbers;
}

struct Sizes {
  std::int64_t all_new = 0;
  std::int64_t most_new = 0;
  std::int64_t widest = 0; ///< returned slots
};

Sizes sizes_of(const Case& in) {
  Sizes sizes;
  walk(in, [&](const Call& call) {
    std::int64_t width = 0;
    for (const SlotRun& run : slots_of(in, call)) width += run.count;
    sizes.all_new += call.tokens;
    sizes.most_new = std::max(sizes.most_new, call.tokens);
    sizes.widest = std::max(sizes.widest, width);
  });
  return sizes;
}

void check_size(const Case& in) {
  const Sizes sizes = sizes_of(in);
  const std::int64_t channels = std::max(in.dim, in.value_dim);
  const auto refuse = [](const std::string& what, const std::string& product) {
    throw InputError(ErrorKind::size, what + " would have more than 2^32 numbers (" + product +
                                          "); make one of these smaller");
  };
  if (is_too_many({in.batch, in.query_heads, sizes.all_new, channels}))
    refuse("q", "batch x query heads x all new tokens x the larger dim");
  if (is_too_many({in.batch, in.kv_heads, sizes.widest, channels}))
    refuse("k or v of a call", "batch x kv heads x returned slots x the larger dim");
  if (is_too_many({in.batch, sizes.most_new, sizes.widest}))
    refuse("the mask of a call", "batch x new tokens x returned slots");
}

} // namespace

void check(const Case& in) {
  check_size(in);
  check_equal_rows(in);
  check_evicted(in);
}

Case read_line(const std::string& line) {
  Case in = parse_line(line);
  check(in);
  return in;
}

} // namespace attest::reference
