// What came back, as facts about rows: filled by the probes, read by verdict, class and evidence.
#pragma once

#include "harness/reads.hpp"
#include "harness/rows.hpp"
#include "reference/attention.hpp"
#include "reports/finding.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attest::harness {

/// A row whose numbers are wrong, with its worst element.
struct WrongNumber {
  Row row = {};
  reports::Value value = {};
};

/// An answer as doubles: per step, (batch, query heads, n, value_dim).
using Outputs = std::vector<std::vector<double>>;

struct Observed {
  Outputs answer = {};                            ///< to the case itself
  std::vector<reference::Expected> expected = {}; ///< per step, of the case itself
  std::optional<double> rho = {};                 ///< largest |answer - o| / B measured; infinity for nan
  std::optional<Reads> reads = {};                ///< by the mask probe
  std::vector<WrongNumber> empty = {};     ///< rows that see nothing and do not hold what the policy says
  std::vector<WrongNumber> nonfinite = {}; ///< rows that see something and hold nan or inf, in any answer
  std::vector<WrongNumber> numbers = {};   ///< rows of the case's own answer beyond the bound
  /// Rows within the bound and beyond the statistical one; the value's bound is the latter.
  std::vector<WrongNumber> suspicious = {};
  /// Under which other seeds rows were suspicious or wrong too; empty unless under all that were tried, and
  /// then `numbers` holds the suspicious rows.
  std::vector<std::uint64_t> repeated = {};
  std::vector<reference::Array4> power =
      {};                                 ///< per step, reference::power_of; empty if numbers are not judged
  std::vector<WrongNumber> zeros = {};    ///< rows beyond the bound in the probe zeros
  std::vector<WrongNumber> leaks = {};    ///< rows that must hold 0 and don't: actual is 1024 * weight
  std::vector<WrongNumber> dominate = {}; ///< likewise in the probe dominate
  std::vector<WrongNumber> heads = {};    ///< rows beyond the bound in the probe heads
  std::vector<WrongNumber> sum = {};      ///< in the probe sum
  std::vector<WrongNumber> change = {};   ///< rows that changed: expected is the number before
  std::vector<WrongNumber> poison = {};   ///< rows that see something and suffer from nan in unwritten slots
  Outputs unchanged = {};                 ///< answer that the probe change compares with, if not `answer`
  std::map<std::string, Reads> located =
      {}; ///< reads of the second round, by the probe whose q and k were asked; bound: the case's own
  std::vector<std::string> probed = {};     ///< names of the probes that were asked
  std::vector<std::string> impossible = {}; ///< "mask: does not have unfilled.zeros"
};

/// True if a row that sees something is wrong by any oracle but mask (whose cells are in `reads`), nonfinite
/// and poison.
bool has_wrong_numbers(const Observed&);

} // namespace attest::harness
