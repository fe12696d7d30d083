// Plans travel as the contract writes them, and runs stand for the slots that they were made from.
#include "cases/plan.hpp"
#include "cases/error.hpp"
#include "cases/json.hpp"
#include "cases/testing.hpp"

using namespace attest;

namespace {

using Tokens = std::vector<std::int64_t>;
using Plans = std::vector<StepPlan>;

std::vector<StepPlan> read(const std::string& text) {
  return plan_from_json(parse_json(text, "plan"), "/plan");
}

/// A plan of one step whose `slots` and other fields are given as text.
std::string one_step(const std::string& slots,
                     const std::string& fields = "\"before\":0,\"q0\":0,\"new\":5") {
  return "[{\"step\":0," + fields + ",\"slots\":" + slots + ",\"sequence\":[0]}]";
}

/// What the InputError says that `act` throws, or "".
template <class Act> std::string error_of(Act&& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& sentence, const std::string& piece) {
  return sentence.find(piece) != std::string::npos;
}

} // namespace

TEST_CASE("a plan prints as the contract's example") {
  const StepPlan plan = {.fresh = 5, .slots = {{0, 5}, {-1, 3}}, .sequence = {0}};
  const std::string text = R"([{"step":0,"before":0,"q0":0,"new":5,"slots":[[0,5],[-1,3]],"sequence":[0]}])";
  CHECK(plan_to_json({plan}).dump() == text);
  CHECK(read(text) == std::vector<StepPlan>{plan});
  CHECK(plan_to_json({}).dump() == "[]");
}

TEST_CASE("runs name tokens and unwritten slots") {
  const StepPlan plan = {.slots = {{4, 1}, {1, 3}, {-1, 2}}};
  CHECK(width_of(plan) == 6);
  CHECK(tokens_of(plan) == Tokens{4, 1, 2, 3, -1, -1});
  CHECK(runs_of({4, 1, 2, 3, -1, -1}) == plan.slots);
  CHECK(runs_of({-1, 0, 1}) == std::vector<SlotRun>{{-1, 1}, {0, 2}});
  CHECK(runs_of({}).empty());
  CHECK(width_of({}) == 0);
}

TEST_CASE("any slots come back from their runs, and neighbouring runs never join") {
  testing::property("tokens_of(runs_of)", [](const std::vector<std::uint8_t>& picks) {
    Tokens tokens;
    for (const std::uint8_t pick : picks)
      tokens.push_back(pick % 5 == 0 && !tokens.empty() ? tokens.back() + 1 : pick % 7 - 1);
    const StepPlan plan = {.slots = runs_of(tokens)};
    RC_ASSERT(tokens_of(plan) == tokens);
    for (std::size_t i = 1; i < plan.slots.size(); ++i) {
      const SlotRun& a = plan.slots[i - 1];
      const SlotRun& b = plan.slots[i];
      const bool joins = a.first < 0 ? b.first < 0 : b.first == a.first + a.count;
      RC_ASSERT_FALSE(joins);
    }
  });
}

TEST_CASE("plans come back from JSON") {
  testing::property("round trip",
                    [](std::uint16_t before, std::uint16_t fresh, bool unwritten, std::uint8_t rows) {
                      std::vector<SlotRun> slots = {{0, before + fresh + 1}};
                      if (unwritten) slots.push_back({.first = -1, .count = fresh + 1});
                      const StepPlan plan = {.step = rows,
                                             .before = before,
                                             .q0 = before - 1000,
                                             .fresh = fresh + 1,
                                             .slots = slots,
                                             .sequence = Tokens(rows, rows)};
                      RC_ASSERT(plan_from_json(plan_to_json({plan, plan}), "") == (Plans{plan, plan}));
                    });
}

TEST_CASE("fields that nobody knows are ignored") {
  CHECK(read(one_step("[]", R"("later":{"a":1},"before":2,"q0":-3,"new":1)")) ==
        std::vector<StepPlan>{{.before = 2, .q0 = -3, .fresh = 1, .sequence = {0}}});
}

TEST_CASE("broken plans are refused") {
  for (const char* slots :
       {"[[0,0]]", "[[-2,1]]", "[[0]]", "[[0,1,2]]", "[0]", "[[0,1.0]]", "[[0,true]]", "{}", "[[1048575,2]]",
        "[[0,1048576],[-1,1048577]]", "[[0,9223372036854775807]]", "null"}) {
    INFO(slots);
    CHECK_THROWS_AS(read(one_step(slots)), InputError);
  }
  for (const char* fields : {R"("q0":0,"new":1)", R"("before":-1,"q0":0,"new":1)",
                             R"("before":0,"q0":0,"new":0)", R"("before":0,"q0":"0","new":1)"}) {
    INFO(fields);
    CHECK_THROWS_AS(read(one_step("[]", fields)), InputError);
  }
  CHECK_THROWS_AS(read("{}"), InputError);
  CHECK_THROWS_AS(read("[1]"), InputError);
  CHECK_THROWS_AS(read(R"([{"step":0,"before":0,"q0":0,"new":1,"slots":[],"sequence":[-1]}])"), InputError);
}

TEST_CASE("the message names the place") {
  CHECK(says(error_of([&] { read(one_step("[[0,5],[-1,0]]")); }), "/plan/0/slots/1/1"));
}
