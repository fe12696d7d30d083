// The rules by hand, and evicted and equal rows against a slow reading of the contract, cell by cell.
#include "reference/rules.hpp"

#include "cases/error.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/cells.hpp"
#include "reference/mask_rules.hpp"
#include "reference/random_cases.hpp"
#include "reference/slots.hpp"
#include "reference/visible.hpp"
#include "reference/walk.hpp"

#include <algorithm>

namespace attest::reference {
namespace {

/// The sentence of the error, or "" for none.
std::string sentence_of(const std::string& line) {
  try {
    read_line(line);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool starts_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

TEST_CASE("an evicted case names step, query and token") {
  CHECK(starts_with(sentence_of("steps=5,1 cache=sliding:4"),
                    "step 1: query 5 sees token 0, which cache=sliding:4 no longer holds; "));
  CHECK(starts_with(sentence_of("steps=4,2 cache=ring:4 mask=causal&window:4"),
                    "step 1: query 4 sees token 1, which cache=ring:4 "));
  CHECK(starts_with(sentence_of("batch=2 steps=5,1 cache=sliding:5 pad=left:1,0"),
                    "step 1: query 5 of sequence 1 sees token 0, "));
  CHECK(sentence_of("steps=3,1 cache=sliding:4") == "");
  CHECK(sentence_of("steps=5,1 cache=sliding:4 mask=causal&window:4") == "");
}

TEST_CASE("rows of padded queries may not see dropped tokens either") {
  CHECK(starts_with(sentence_of("steps=3,1 cache=sliding:2 pad=bits:1110 mask=ahead:0&prefix:1"),
                    "step 1: query 3 sees token 0, "));
}

TEST_CASE("dropped pads are no loss") { CHECK(sentence_of("steps=5,1 cache=sliding:4 pad=left:2") == ""); }

TEST_CASE("2^32 numbers are the most") {
  CHECK(sentence_of("batch=4096 steps=1 cache=static:131072") == ""); // 2^12 * 2^17 * 8 = 2^32
  CHECK(starts_with(sentence_of("batch=4096 steps=1 cache=static:131073"), "k or v "));
  CHECK(starts_with(sentence_of("dim=1024 heads=1024 batch=4097 steps=1 keys=0"), "q "));
  CHECK(sentence_of("dim=1024 heads=1024 batch=4096 steps=1 keys=0") == "");
  CHECK(sentence_of("dim=1 steps=65536") == "");
  CHECK(starts_with(sentence_of("dim=1 steps=65537"), "the mask "));
  CHECK(starts_with(sentence_of("dim=1 batch=1048576 steps=4095x1,2 cache=dynamic"), "q "));
  std::string steps = "steps=1048576";
  for (int i = 1; i < 16; ++i) steps += ",reset,1048576";
  // 2^(20 + 10 + 24 + 10) would be 0 in 64 bits
  CHECK(starts_with(sentence_of("dim=1024 heads=1024 batch=1048576 cache=dynamic " + steps), "q "));
}

TEST_CASE("a mask without a batch dimension must be right for every row") {
  CHECK(starts_with(sentence_of("batch=2 steps=4 pad=left:1,0 form=bool mask_shape=11qk"),
                    "step 0: query 0 of sequence 1 "));
  CHECK(sentence_of("batch=2 steps=4 pad=left:1,1 form=bool mask_shape=11qk") == "");
  CHECK(sentence_of("batch=2 steps=4 pad=left:1,0 form=bool mask_shape=bhqk") == "");
  CHECK(sentence_of("batch=2 steps=4 mask=documents:1,3/2,3 form=additive mask_shape=qk") != "");
  CHECK(sentence_of("batch=2 steps=4 mask=documents:1,3,1/1,9,1 form=additive mask_shape=qk") ==
        ""); // no token tells them apart
  CHECK(sentence_of("batch=2 steps=2,reorder:1/1,1 cache=dynamic pad=left:0,1 form=bool mask_shape=qk") !=
        "");
}

TEST_CASE("walk visits the calls of the timeline") {
  attest::testing::property("but for the history, which it leaves out", [] {
    const Case in = testing::any_cached_case();
    std::vector<Call> calls = calls_of(in);
    for (Call& call : calls) call.history.clear();
    std::vector<Call> walked;
    walk(in, [&](const Call& call) { walked.push_back(call); });
    RC_ASSERT(walked == calls);
  });
  std::vector<Call> walked;
  const Case in = parse_line("batch=2 steps=5,crop:3,1,reorder:1/0,2,crop:4,1,reset,2 cache=dynamic");
  walk(in, [&](const Call& call) { walked.push_back(call); });
  std::vector<Call> calls = calls_of(in);
  for (Call& call : calls) call.history.clear();
  CHECK(walked == calls);
}

/// Word for word: in any row of any step, the mask lets a query see a token of the sequence so far that is in
/// no returned slot.
bool is_evicted(const Case& in) {
  for (const StepPlan& step : plan_of(in)) {
    const std::vector<std::int64_t> slots = tokens_of(step);
    for (const std::int64_t sequence : step.sequence)
      for (std::int64_t q = step.q0; q < step.q0 + step.fresh; ++q)
        for (std::int64_t k = 0; k < in.keys.value_or(step.before + step.fresh); ++k)
          if (visible(in, sequence, q, k) && std::count(slots.begin(), slots.end(), k) == 0) return true;
  }
  return false;
}

bool is_unequal(const Case& in) {
  for (const StepPlan& step : plan_of(in)) {
    const Cells cells = cells_of(in, step);
    for (std::int64_t row = 1; row < in.batch; ++row)
      if (picture(cells, row) != picture(cells, 0)) return true;
  }
  return false;
}

template <class Rule> bool complains(const Case& in, ErrorKind kind, Rule rule) {
  try {
    rule(in);
  } catch (const InputError& error) {
    return error.kind() == kind;
  }
  return false;
}

TEST_CASE("the fast rules are the slow ones") {
  attest::testing::property("evicted", [] {
    const Case in = testing::any_cached_case();
    RC_CLASSIFY(is_evicted(in), "evicted");
    RC_ASSERT(complains(in, ErrorKind::evicted, [](const Case& c) { check_evicted(c); }) == is_evicted(in));
  });
  attest::testing::property("equal rows", [] {
    Case in = testing::any_cached_case();
    in.form = Form::boolean;
    in.mask_shape = MaskShape::qk;
    RC_CLASSIFY(is_unequal(in), "unequal");
    RC_ASSERT(complains(in, ErrorKind::conflict, [](const Case& c) { check_equal_rows(c); }) ==
              is_unequal(in));
  });
}

} // namespace
} // namespace attest::reference
