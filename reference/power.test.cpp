// Power by hand: a row that reads one key and must not read another.
#include "reference/power.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/slots.hpp"

#include <cmath>
#include <limits>

namespace attest::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// One query that reads slots by a picture, with o = 1 in all channels.
double power(const std::vector<std::uint8_t>& seen, std::vector<double> v, std::vector<double> bound) {
  const auto slots = static_cast<std::int64_t>(seen.size());
  const auto channels = static_cast<std::int64_t>(bound.size());
  const Case in = parse_line("dim=1/" + std::to_string(channels) + " steps=1 keys=" + std::to_string(slots));
  const Returned returned = {.k = array_of({1, 1, slots, 1}),
                             .v = {.shape = {1, 1, slots, channels}, .values = std::move(v)}};
  Expected expected;
  expected.out = array_of({1, 1, 1, channels}, 1);
  expected.bound = {.shape = {1, 1, 1, channels}, .values = std::move(bound)};
  expected.max_d = array_of({1, 1, 1, 1});
  return power_of(in, returned, {.batch = 1, .queries = 1, .slots = slots, .seen = seen}, expected)
      .values.front();
}

TEST_CASE("a hidden key shows from bound / distance on, in the channel where it shows first") {
  CHECK(power({1, 0}, {1, 5}, {0.5}) == 0.125);             // 0.5 / |5 - 1|
  CHECK(power({1, 0}, {1, -3}, {0.5}) == 0.125);            // |-3 - 1|
  CHECK(power({1, 0}, {1, 1, 2, 9}, {0.5, 0.5}) == 0.0625); // channels 0.5/1 and 0.5/8
  CHECK(power({1, 0}, {1, 1, 2, 9}, {0.015625, 0.5}) == 0.015625);
  CHECK(power({1, 0, 0}, {1, 2, 5}, {0.5}) == 0.125); // of two hidden keys the one that shows first
}

TEST_CASE("a row without a key to hide has no figure, and one where nothing shows has infinity") {
  CHECK(std::isnan(power({1, 1}, {1, 5}, {0.5})));
  CHECK(std::isnan(power({1, 0}, {1, std::nan("")}, {0.5}))); // any weight of it shows
  CHECK(power({1, 0}, {1, 1}, {0.5}) == infinity);            // v = o
  CHECK(power({1, 0}, {1, 5}, {infinity}) == infinity);       // ill-conditioned
}

TEST_CASE("every row has its own figure, with the kv head that it reads") {
  const Case in = parse_line("heads=2 dim=1 steps=2");
  const Returned returned = {.k = array_of({1, 2, 2, 1}),
                             .v = {.shape = {1, 2, 2, 1}, .values = {0, 2, 0, 4}}};
  const StepPlan plan = plan_of(in).front();
  Expected expected;
  expected.out = array_of({1, 2, 2, 1});
  expected.bound = array_of({1, 2, 2, 1}, 1);
  expected.max_d = array_of({1, 2, 2, 1});
  const Array4 found = power_of(in, returned, cells_of(in, plan), expected);
  CHECK(found.at(0, 0, 0, 0) == 0.5);
  CHECK(found.at(0, 1, 0, 0) == 0.25);
  CHECK(std::isnan(found.at(0, 0, 1, 0))); // the last query sees all
}

} // namespace
} // namespace attest::reference
