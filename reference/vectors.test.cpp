// The published vectors: what each slot holds and which slots each query reads, for every kind of cache.
#include "cases/files.hpp"
#include "cases/json.hpp"
#include "cases/line.hpp"
#include "cases/pads.hpp"
#include "cases/testing.hpp"
#include "reference/cells.hpp"
#include "reference/rules.hpp"
#include "reference/slots.hpp"
#include "reference/visible.hpp"

namespace attest::reference {
namespace {

Json vectors_in(const std::string& name) {
  const std::string path = attest::testing::source_path("cases/vectors/" + name);
  return parse_json(read_file(path), path);
}

std::vector<std::int64_t> slots_in(const Json& step) {
  std::vector<std::int64_t> tokens;
  for (const Json& token : step.at("slots"))
    tokens.push_back(token.is_null() ? -1 : token.get<std::int64_t>());
  return tokens;
}

/// One column per token fed so far (per key with none and cross), whatever the cache still holds.
std::string picture_by_token(const Case& in, const StepPlan& plan, std::int64_t row) {
  const std::vector<std::int64_t> slots = tokens_of(plan);
  const std::int64_t tokens = in.keys.value_or(plan.before + plan.fresh);
  std::string text;
  for (std::int64_t i = 0; i < plan.fresh; ++i) {
    if (i > 0) text += '|';
    for (std::int64_t token = 0; token < tokens; ++token) {
      const bool is_held = std::count(slots.begin(), slots.end(), token) > 0;
      text += is_held && visible(in, plan.sequence[row], plan.q0 + i, token) ? '#' : '.';
    }
  }
  return text;
}

std::string padded_queries(const Case& in, const StepPlan& plan, std::int64_t row) {
  std::string text;
  for (std::int64_t i = 0; i < plan.fresh; ++i)
    text += is_padded_query(in, plan.sequence[row], plan.q0 + i) ? 'P' : '.';
  return text;
}

void check_step(const Case& in, const StepPlan& plan, const Json& step) {
  CHECK(step.at("queries") == Json::array({plan.q0, plan.q0 + plan.fresh - 1}));
  CHECK(tokens_of(plan) == slots_in(step));
  CHECK(plan.slots == runs_of(slots_in(step)));
  CHECK(plan.sequence == step.at("sequence").get<std::vector<std::int64_t>>());
  const Cells cells = cells_of(in, plan);
  for (std::int64_t row = 0; row < in.batch; ++row) {
    CHECK(picture(cells, row) == step.at("by_slot").at(row).get<std::string>());
    CHECK(picture_by_token(in, plan, row) == step.at("by_token").at(row).get<std::string>());
    CHECK(padded_queries(in, plan, row) == step.at("padded_queries").at(row).get<std::string>());
  }
}

TEST_CASE("visible.json") {
  const Json cases = vectors_in("visible.json").at("cases");
  REQUIRE(cases.size() == 214);
  for (const Json& entry : cases) {
    const std::string line = entry.at("line");
    INFO(line);
    const Case in = read_line(line);
    const std::vector<StepPlan> plan = plan_of(in);
    REQUIRE(plan.size() == entry.at("steps").size());
    for (std::size_t step = 0; step < plan.size(); ++step) {
      INFO("step " << step);
      check_step(in, plan[step], entry.at("steps").at(step));
    }
  }
}

const std::map<std::string, ErrorKind> kinds = {
    {"syntax", ErrorKind::syntax},     {"unknown", ErrorKind::unknown}, {"duplicate", ErrorKind::duplicate},
    {"range", ErrorKind::range},       {"count", ErrorKind::count},     {"conflict", ErrorKind::conflict},
    {"overflow", ErrorKind::overflow}, {"evicted", ErrorKind::evicted}, {"size", ErrorKind::size}};

/// The kind of error that a line gives, or `file` for none.
ErrorKind error_of(const std::string& line) {
  try {
    read_line(line);
  } catch (const InputError& error) {
    return error.kind();
  }
  return ErrorKind::file;
}

TEST_CASE("lines.json: bad lines have their kind of error, good ones none") {
  const Json lines = vectors_in("lines.json");
  for (const Json& entry : lines.at("valid")) {
    INFO(entry.at("line"));
    CHECK(error_of(entry.at("line")) == ErrorKind::file);
  }
  for (const Json& entry : lines.at("invalid")) {
    INFO(entry.at("line"));
    CHECK(error_of(entry.at("line")) == kinds.at(entry.at("kind")));
  }
}

} // namespace
} // namespace attest::reference
