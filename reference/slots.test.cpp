// The examples of CONTRACT section 3 by hand, and its laws as properties.
#include "reference/slots.hpp"

#include "cases/error.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/cells.hpp"
#include "reference/random_cases.hpp"
#include "reference/rules.hpp"
#include "reference/visible.hpp"

#include <algorithm>
#include <set>

namespace attest::reference {
namespace {

/// Tokens per slot of each step: "0 1 - | 1 2".
std::string slots_text(const std::string& line) {
  std::string text;
  for (const StepPlan& step : plan_of(parse_line(line))) {
    if (step.step > 0) text += " | ";
    std::string between;
    for (const std::int64_t token : tokens_of(step)) {
      text += between + (token < 0 ? "-" : std::to_string(token));
      between = " ";
    }
  }
  return text;
}

TEST_CASE("each kind of cache returns its slots") {
  CHECK(slots_text("steps=2 keys=3") == "0 1 2");
  CHECK(slots_text("steps=2,1 cache=cross keys=3") == "0 1 2 | 0 1 2");
  CHECK(slots_text("steps=2,1 cache=dynamic") == "0 1 | 0 1 2");
  CHECK(slots_text("steps=2,1 cache=quantized:4") == "0 1 | 0 1 2");
  CHECK(slots_text("steps=2,1 cache=static:4") == "0 1 - - | 0 1 2 -");
  CHECK(slots_text("steps=2,1,2 cache=paged:2") == "0 1 | 0 1 2 - | 0 1 2 3 4 -");
  CHECK(slots_text("steps=3,3,2,1 cache=sliding:4 mask=causal&window:4") ==
        "0 1 2 | 0 1 2 3 4 5 | 3 4 5 6 7 | 5 6 7 8");
  CHECK(slots_text("steps=3,2 cache=chunked:2 mask=causal&chunk:2") == "0 1 2 | 2 3 4");
  CHECK(slots_text("steps=2,1 cache=sliding:1 mask=causal&window:1") == "0 1 | 2");
  CHECK(slots_text("steps=3,3,2,1 cache=static-sliding:4,4 mask=causal&window:4") ==
        "0 1 2 - | 0 1 2 3 4 5 | 3 4 5 6 7 | 5 6 7 8");
  CHECK(slots_text("steps=1,1,1 cache=static-sliding:9,2 mask=causal&window:2") == "0 - | 0 1 | 1 2");
  CHECK(slots_text("steps=3,4x1 cache=ring:4 mask=causal&window:4") ==
        "0 1 2 - | 0 1 2 3 | 4 1 2 3 | 4 5 2 3 | 4 5 6 3");
  CHECK(slots_text("steps=3,4 cache=ring:3 mask=window:1") == "0 1 2 | 6 4 5");
  CHECK(slots_text("steps=4,2,2 cache=sink:1,2 mask=causal&(prefix:1|window:2)") ==
        "0 1 2 3 | 0 3 4 5 | 0 5 6 7");
  CHECK(slots_text("steps=1,2 cache=sink:4,1 mask=causal") == "0 | 0 1 2");
  CHECK(slots_text("steps=3,crop:1,1 cache=static:4") == "0 1 2 - | 0 1 - -");
  CHECK(slots_text("steps=3,reset,1 cache=ring:2 mask=causal&window:1") == "2 1 | 0 -");
}

TEST_CASE("runs are as long as they can be") {
  attest::testing::property("slots_of gives what runs_of makes of its tokens", [] {
    for (const StepPlan& step : plan_of(testing::any_cached_case()))
      RC_ASSERT(step.slots == runs_of(tokens_of(step)));
  });
}

/// Every token before `end` that the mask shows to q, slots or not.
std::set<std::int64_t> shown(const Case& in, std::int64_t sequence, std::int64_t q, std::int64_t end) {
  std::set<std::int64_t> tokens;
  for (std::int64_t k = 0; k < end; ++k)
    if (visible(in, sequence, q, k)) tokens.insert(k);
  return tokens;
}

std::set<std::int64_t> read_tokens(const Cells& cells, const std::vector<std::int64_t>& slots,
                                   std::int64_t row, std::int64_t i) {
  std::set<std::int64_t> tokens;
  for (std::int64_t slot = 0; slot < cells.slots; ++slot)
    if (cells.at(row, i, slot)) tokens.insert(slots[slot]);
  return tokens;
}

bool is_valid(const Case& in) {
  try {
    check(in);
  } catch (const InputError&) {
    return false;
  }
  return true;
}

TEST_CASE("the cache and the split into steps never change which tokens a row sees") {
  attest::testing::property("each row reads all tokens of the sequence that the mask shows", [] {
    Case in = testing::any_cached_case();
    in.is_causal = true; // a mask that does not look ahead
    RC_PRE(in.cache.kind != CacheKind::cross);
    RC_PRE(is_valid(in));
    for (const StepPlan& step : plan_of(in)) {
      const Cells cells = cells_of(in, step);
      const std::int64_t far = step.before + step.fresh + 9; // tokens to come change nothing
      for (std::int64_t row = 0; row < in.batch; ++row)
        for (std::int64_t i = 0; i < step.fresh; ++i)
          RC_ASSERT(read_tokens(cells, tokens_of(step), row, i) ==
                    shown(in, step.sequence[row], step.q0 + i, far));
    }
  });
}

} // namespace
} // namespace attest::reference
