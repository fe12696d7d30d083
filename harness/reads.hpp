// Which keys every row really read, as the mask probe or the second round recovers them, and how that differs
// from what is right.
#pragma once

#include "harness/keys.hpp"
#include "harness/question.hpp"
#include "reports/finding.hpp"

#include <vector>

namespace attest::harness {

/// A key that a row read although it lies in none of the row's own slots.
struct Stray {
  std::size_t row = 0; ///< index_of the row
  std::int64_t key = 0;
  double weight = 0;
};

/// One step. Arrays over rows are (batch, query heads, queries).
struct StepReads {
  std::int64_t slots = 0;
  std::vector<float> weight = {};       ///< (batch, query heads, queries, slots); 0 where nothing was read
  std::vector<Stray> strays = {};       ///< sorted by row, then key
  std::vector<double> total = {};       ///< per row, the sum of all weights found
  std::vector<std::int32_t> count = {}; ///< per row, the number of keys found
  std::vector<std::uint8_t> finite =
      {};              ///< per row: 1 if every number was finite, so that the reads are known
  bool uniform = true; ///< with q = 0 every read weighs the same, so that weights count
  std::vector<std::uint8_t> looked =
      {}; ///< per row: 0 if nobody looked, and its reads stand as right; empty: all were looked at
};

using Reads = std::vector<StepReads>;

/// How many unwritten slots a row read besides the keys that were found: the weights are 1/reads, so what
/// they lack to 1 counts the rest. `low` and `high` enclose it as far as rounding can tell; `low` is 0 unless
/// at least one is certain.
struct Extra {
  double low = 0;
  double high = 0;
  double middle = 0;
  double weight = 0; ///< of each
};
/// Without uniform weights nothing is certain.
Extra extra_of(const Question&, const StepReads&, std::size_t row);

/// Regions of a leaked cell in the order of CONTRACT section 12.
enum class Region { batch, unfilled, evicted, padding, future, document, chunk, window, other };
inline constexpr std::size_t regions = 9;
std::string_view region_name(Region);

/// The region of a leaked token that is in one of the row's own slots.
Region region_of(const Question&, const Row&, std::int64_t token);

struct Leak {
  reports::Cell cell = {};
  Region region = Region::other;
  bool stale = false; ///< the key was cropped or reset away
};

/// What one row reads beside what it should.
struct Difference {
  Row row = {};
  std::vector<Leak> leaked = {};
  std::vector<reports::Cell> dropped = {};
  std::optional<std::int64_t> oldest_read = {}; ///< the smallest token of its own sequence that it reads
};

/// Six significant digits, as the report shows a weight.
double shortened(double weight);

/// For a row that sees something and whose reads are known.
Difference difference_of(const Question&, const Reads&, const Row&);

/// The unwritten slots that `extra` reads say were read: all of the call if the number fits, else one entry
/// without slot.
void append_unwritten(const Question&, const Row&, const Extra&, std::vector<Leak>& to);

/// The cells of all judged rows taken together.
struct WrongCells {
  std::int64_t rows = 0; ///< that differ
  std::int64_t leaks = 0;
  std::int64_t drops = 0;
  std::array<std::int64_t, regions> by_region = {};
  bool drops_are_oldest = true;       ///< every dropped key is older than all that its row still reads
  bool drops_are_later = true;        ///< every dropped key is later than its query
  std::vector<Difference> first = {}; ///< at most 16, in order
};
WrongCells wrong_cells(const Question&, const Reads&);

} // namespace attest::harness
