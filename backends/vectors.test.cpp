// The contract's test vectors: every cache of ours returns their slots, and the policy `exact` asks for
// exactly their pictures.
#include "backends/caches/feeder.testing.hpp"
#include "backends/policies/tokens_mask.hpp"
#include "cases/files.hpp"
#include "cases/json.hpp"
#include "cases/timeline.hpp"

using namespace attest;
using namespace attest::backends;

namespace {

Json vectors() {
  return parse_json(read_file(attest::testing::source_path("cases/vectors/visible.json")), "visible.json")
      .at("cases");
}

/// Token per slot, -1 for unwritten.
std::vector<std::int64_t> slots_in(const Json& step) {
  std::vector<std::int64_t> tokens;
  for (const Json& slot : step.at("slots")) tokens.push_back(slot.is_null() ? -1 : slot.get<std::int64_t>());
  return tokens;
}

std::string seen_picture(const Case& value, const Json& step, std::int64_t sequence) {
  std::string picture;
  const auto tokens = slots_in(step);
  const std::int64_t first = step.at("queries")[0];
  for (std::int64_t query = first; query <= step.at("queries")[1].get<std::int64_t>(); ++query) {
    if (query > first) picture += '|';
    for (const char seen : seen_tokens(value, {sequence, query}, tokens)) picture += seen ? '#' : '.';
  }
  return picture;
}

// A token in the cache is three numbers, one per kv head: token + 1, the row that fed it and its epoch;
// unwritten is 0. A head of one channel, since a vector of one number passes a quantiser unchanged.
constexpr std::int64_t facts = 3;

View tokens_fed(const Case& value, const Call& call, std::int64_t first, std::int64_t count) {
  View fed = make_view(Element::f64, {value.batch, facts, count, 1});
  for (std::int64_t b = 0; b < value.batch; ++b)
    for (std::int64_t i = 0; i < count; ++i) {
      set(fed, b, 0, i, 0, static_cast<double>(first + i + 1));
      set(fed, b, 1, i, 0, static_cast<double>(b));
      set(fed, b, 2, i, 0, static_cast<double>(value.keys ? 0 : call.epoch));
    }
  return fed;
}

FedRun run_with(const Case& value, const Call& call, std::size_t row, std::int64_t token) {
  if (value.keys) return {0, *value.keys, call.sequence[row], 0};
  for (const FedRun& run : call.history[row])
    if (run.first <= token && token < run.first + run.count) return run;
  FAIL("token " << token << " has no history");
  return {};
}

void check_slots(const Case& value, const Call& call, const View& k,
                 const std::vector<std::int64_t>& tokens) {
  REQUIRE(k.shape[2] == static_cast<std::int64_t>(tokens.size()));
  for (std::size_t row = 0; row < static_cast<std::size_t>(value.batch); ++row)
    for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
      const auto b = static_cast<std::int64_t>(row);
      const auto j = static_cast<std::int64_t>(slot);
      if (tokens[slot] < 0) continue; // nobody promises what lies there
      const FedRun run = run_with(value, call, row, tokens[slot]);
      CHECK(get(k, b, 0, j, 0) == static_cast<double>(tokens[slot] + 1));
      CHECK(get(k, b, 1, j, 0) == static_cast<double>(run.row));
      CHECK(get(k, b, 2, j, 0) == static_cast<double>(run.epoch));
    }
}

void replay(Case value, const CacheType& type, const Json& steps) {
  value.dtype = Dtype::f64;
  value.query_heads = value.kv_heads = facts;
  value.dim = value.value_dim = 1;
  const auto cache = type.make(value);
  const auto calls = calls_of(value);
  std::size_t next = 0;
  for (const Entry& entry : value.steps) {
    if (const auto* crop = std::get_if<Crop>(&entry)) cache->crop(crop->length);
    if (const auto* reorder = std::get_if<Reorder>(&entry)) cache->reorder(reorder->rows);
    if (std::holds_alternative<Reset>(entry)) cache->reset();
    if (!std::holds_alternative<Feed>(entry)) continue;
    const Call& call = calls.at(next);
    const std::int64_t encoder = value.keys && next == 0 ? *value.keys : 0;
    const View fed =
        tokens_fed(value, call, value.keys ? 0 : call.before, value.keys ? encoder : call.tokens);
    check_slots(value, call, cache->update(fed, fed).k, slots_in(steps.at(next)));
    ++next;
  }
}

} // namespace

TEST_CASE("seen_tokens draws the pictures of every vector") {
  for (const Json& vector : vectors()) {
    INFO(vector.at("line").get<std::string>());
    const Case value = parse_line(vector.at("line").get<std::string>());
    for (const Json& step : vector.at("steps"))
      for (std::size_t row = 0; row < step.at("by_slot").size(); ++row)
        CHECK(seen_picture(value, step, step.at("sequence")[row]) ==
              step.at("by_slot")[row].get<std::string>());
  }
}

TEST_CASE("the caches return the slots of every vector, in order, with each row's own tokens") {
  for (const Json& vector : vectors()) {
    INFO(vector.at("line").get<std::string>());
    const Case value = parse_line(vector.at("line").get<std::string>());
    replay(value, for_tests::cache_of(value.cache.kind), vector.at("steps"));
  }
}
