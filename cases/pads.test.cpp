// Pads by hand.
#include "cases/pads.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"

namespace attest {

namespace {

/// One character per token 0..count-1: P for a pad.
std::string pads_of(const std::string& line, std::int64_t sequence, std::int64_t count) {
  const Case value = parse_line(line);
  std::string text;
  for (std::int64_t token = 0; token < count; ++token) text += is_pad(value, sequence, token) ? 'P' : '.';
  return text;
}

} // namespace

TEST_CASE("left and right pads refer to the first step, bits to the sequence") {
  CHECK(pads_of("batch=2 steps=3,2 cache=dynamic pad=left:1,0", 0, 6) == "P.....");
  CHECK(pads_of("batch=2 steps=3,2 cache=dynamic pad=left:1,0", 1, 6) == "......");
  CHECK(pads_of("steps=3,2 cache=dynamic pad=right:2", 0, 6) == ".PP...");
  CHECK(pads_of("steps=3,2 cache=dynamic pad=bits:0101", 0, 6) == "P.P...");
  CHECK(pads_of("steps=3,2 cache=dynamic", 0, 6) == "......");
}

TEST_CASE("with cache=none and cross they refer to the keys") {
  CHECK(pads_of("steps=2 keys=5 pad=right:2", 0, 6) == "...PP.");
  CHECK(pads_of("steps=1,1 cache=cross keys=4 pad=right:1", 0, 6) == "...P..");
  CHECK(padded_tokens(parse_line("steps=2 keys=5")) == 5);
  CHECK(padded_tokens(parse_line("steps=2,3 cache=dynamic")) == 2);
}

TEST_CASE("negative tokens are no pads") {
  CHECK_FALSE(is_pad(parse_line("steps=3 pad=left:3"), 0, -1));
  CHECK_FALSE(is_pad(parse_line("steps=3 pad=bits:000"), 0, -1));
}

TEST_CASE("leading pads are counted over the whole case") {
  const auto leading = [](const std::string& line, std::int64_t sequence) {
    return leading_pads(parse_line(line), sequence);
  };
  CHECK(leading("steps=4", 0) == 0);
  CHECK(leading("batch=2 steps=4 pad=left:0,3", 1) == 3);
  CHECK(leading("steps=4 pad=right:3", 0) == 0);
  CHECK(leading("steps=4,1 cache=dynamic pad=right:4", 0) == 4);
  CHECK(leading("batch=2 steps=1,3 cache=dynamic pad=bits:0010,0000", 0) == 2);
  CHECK(leading("batch=2 steps=1,3 cache=dynamic pad=bits:0010,0000", 1) == 4);
}

TEST_CASE("padded queries") {
  CHECK(is_padded_query(parse_line("steps=3 pad=left:1"), 0, 0));
  CHECK_FALSE(is_padded_query(parse_line("steps=3 pad=left:1"), 0, 1));
  CHECK_FALSE(is_padded_query(parse_line("steps=5 keys=2 pad=left:2"), 0, -2));
  CHECK_FALSE(is_padded_query(parse_line("steps=3 cache=cross keys=3 pad=left:1"), 0, 0));
}

} // namespace attest
