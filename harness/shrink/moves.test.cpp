// What names tokens follows when tokens go, and what hangs on a changed part is settled.
#include "harness/shrink/moves.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "harness/generate.hpp"
#include "harness/shrink/size.hpp"
#include "harness/shrink/valid.hpp"

using namespace attest;
using namespace attest::harness;

namespace {

std::string without(const std::string& line, std::int64_t first, std::int64_t count) {
  return print_line(settled(without_tokens(parse_line(line), first, count)));
}

} // namespace

TEST_CASE("pads, documents, prefixes, blocks and crops follow the tokens that go") {
  CHECK(without("batch=2 steps=5,crop:3,2 cache=static:8 pad=left:2,0 mask=causal&documents:3,2", 0, 1) ==
        "batch=2 steps=4,crop:2,2 cache=static:7 mask=causal&documents:2,2 pad=left:1,0");
  CHECK(without("steps=6 mask=causal&prefix:4|blocks:1-2,4-5", 1, 2) ==
        "steps=4 mask=causal&prefix:2|blocks:2-3");
  CHECK(without("steps=4,1 cache=dynamic pad=bits:01101", 1, 2) == "steps=2,1 cache=dynamic pad=bits:001");
  CHECK(without("steps=5 pad=right:2", 4, 1) == "steps=4 pad=right:1");
  CHECK(without("steps=5 pad=right:2", 0, 3) == "steps=2 pad=right:2");
}

TEST_CASE("a step that loses all its tokens goes") {
  CHECK(without("steps=3,1,2 cache=dynamic", 3, 1) == "steps=3,2 cache=dynamic");
  CHECK(without("steps=3,reorder:0,1 cache=dynamic", 3, 1) == "steps=3 cache=dynamic");
}

TEST_CASE("queries without a cache stay where they were") {
  CHECK(without("steps=2 keys=6", 0, 3) == "steps=2 keys=3");
  CHECK(without("steps=2 keys=6 offset=0", 3, 3) == "steps=2 keys=3 offset=0");
}

TEST_CASE("what hangs on a changed part is settled") {
  Case value = parse_line("steps=4,crop:3,1 cache=static:4 pad=left:2");
  value.steps[0] = Feed{1};
  CHECK(print_line(settled(value)) == "steps=1,crop:1,1 cache=static:4 pad=left:1");
  value = parse_line("steps=3,1 cache=dynamic form=additive mask_dtype=f64");
  value.dtype = Dtype::f64;
  CHECK(print_line(settled(value)) == "steps=3,1 cache=dynamic form=additive dtype=f64");
}

TEST_CASE("smaller numbers ascend and stay in their limits") {
  CHECK(smaller_numbers(9, 1) == std::vector<std::int64_t>{1, 2, 4, 8});
  CHECK(smaller_numbers(2, 1) == std::vector<std::int64_t>{1});
  CHECK(smaller_numbers(1, 1).empty());
  CHECK(smaller_numbers(0, 0).empty());
}

TEST_CASE("size orders what a reader would") {
  const auto size = [](const char* line) { return size_of(parse_line(line)); };
  CHECK(size("steps=1 cache=static:2") < size("steps=1 cache=static:3"));
  CHECK(size("steps=2") < size("steps=1 keys=2 offset=0"));
  CHECK(size("steps=2") < size("batch=2 steps=1"));
  CHECK(size("steps=2") < size("steps=2 dtype=f64"));
  CHECK(size("steps=2 cache=dynamic") < size("steps=2 cache=static:2"));
  CHECK(size("steps=2 seed=1") < size("steps=2 seed=2"));
}

TEST_CASE("every move proposes valid cases") {
  // A move that only made broken cases would do nothing.
  for (const Move& move : moves()) {
    std::int64_t valid = 0;
    for (std::uint64_t index = 0; index < 300; ++index)
      for (const Case& proposal : move.proposals(random_case(1, index))) valid += is_valid(settled(proposal));
    INFO(move.name);
    CHECK(valid > 50);
  }
}
