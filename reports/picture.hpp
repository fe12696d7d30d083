// The mask of a call as a picture: what is right beside what was read, wrong cells marked so that no colour
// is needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attest::reports {

/// One step and batch row; `heads` only where heads differ. Each string has one column per slot.
struct Picture {
  std::int64_t step = 0;
  std::int64_t batch = 0;
  std::vector<std::int64_t> heads = {};   ///< that read like this; empty: all
  std::vector<std::int64_t> tokens = {};  ///< per slot, -1 unwritten
  std::int64_t first_query = 0;           ///< absolute index of the first query
  std::vector<std::string> expected = {}; ///< per query, '#' seen and '.' hidden
  std::vector<std::string> actual =
      {}; ///< likewise, '?' for all of a row that is not known; empty: nothing to show beside
  std::vector<std::uint8_t> padded = {}; ///< per query: padded
  bool judge_padded = false;             ///< rows=all
};

/// True if a row that is judged was read otherwise than it should.
bool is_wrong(const Picture&);

struct Drawing {
  bool colour = false; ///< wrong cells in ANSI colour too
  bool whole = false;  ///< false: more than 100 slots, or 60 queries, are cut around the wrong cells
};

/// '!' is a cell that was read and should not be, '-' one that should be and was not.
std::string draw(const Picture&, const Drawing& = {});

} // namespace attest::reports
