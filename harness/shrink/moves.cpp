// The order of the moves.
#include "harness/shrink/moves.hpp"

namespace attest::harness {

const std::vector<Move>& moves() {
  static const std::vector<Move> list = {
      {"numbers", with_plain_numbers}, {"rows", with_fewer_rows},     {"heads", with_fewer_heads},
      {"entries", with_fewer_entries}, {"steps", with_shorter_steps}, {"tokens", with_fewer_tokens},
      {"keys", with_fewer_keys},       {"cache", with_plainer_cache}, {"mask", with_plainer_mask},
      {"window", with_smaller_window}, {"pads", with_fewer_pads},     {"words", with_plainer_words},
      {"dims", with_plainer_dims}};
  return list;
}

std::vector<std::int64_t> smaller_numbers(std::int64_t n, std::int64_t least) {
  std::vector<std::int64_t> numbers;
  for (const std::int64_t number : {least, least + 1, n / 2, n - 1})
    if (number >= least && number < n && (numbers.empty() || number > numbers.back()))
      numbers.push_back(number);
  return numbers;
}

} // namespace attest::harness
