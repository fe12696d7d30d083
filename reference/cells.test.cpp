// Pictures by hand; that cells are right for every cache is the business of vectors.test.cpp and
// slots.test.cpp.
#include "reference/cells.hpp"

#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/slots.hpp"

namespace attest::reference {
namespace {

std::string last_picture(const std::string& line, std::int64_t row = 0) {
  const Case in = parse_line(line);
  return picture(cells_of(in, plan_of(in).back()), row);
}

TEST_CASE("cells lie by slot") {
  CHECK(last_picture("steps=5,1 cache=static:8") == "######..");
  CHECK(last_picture("steps=5,1 cache=static:8 mask=full") ==
        "######.."); // an unwritten slot is hidden under every mask
  CHECK(last_picture("steps=3,3x1 cache=ring:4 mask=causal&window:3") == "##.#");
  CHECK(last_picture("steps=2 keys=0") == "|");
  CHECK(last_picture("batch=2 steps=3,reorder:1/0,1 cache=dynamic pad=left:1,0", 0) == "####");
  CHECK(last_picture("batch=2 steps=3,reorder:1/0,1 cache=dynamic pad=left:1,0", 1) == ".###");
}

TEST_CASE("one row of queries after another, one batch row after another") {
  const Case in = parse_line("batch=2 steps=2 pad=left:1,0");
  const Cells cells = cells_of(in, plan_of(in).front());
  CHECK(cells == Cells{.batch = 2, .queries = 2, .slots = 2, .seen = {0, 0, 0, 1, 1, 0, 1, 1}});
}

} // namespace
} // namespace attest::reference
