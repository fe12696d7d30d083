// The mask of a call as cells: which returned slot each row reads.
#pragma once

#include "cases/case.hpp"
#include "cases/plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace attest::reference {

/// Cells of one step, (batch, queries, slots) row-major, 1 = read; the same for every head.
struct Cells {
  std::int64_t batch = 0;
  std::int64_t queries = 0;
  std::int64_t slots = 0;
  std::vector<std::uint8_t> seen = {};
  std::uint8_t& at(std::int64_t row, std::int64_t query, std::int64_t slot) {
    return seen[static_cast<std::size_t>((row * queries + query) * slots + slot)];
  }
  std::uint8_t at(std::int64_t row, std::int64_t query, std::int64_t slot) const {
    return seen[static_cast<std::size_t>((row * queries + query) * slots + slot)];
  }
  bool operator==(const Cells&) const = default;
};

/// What is right: the slot holds a token and the mask lets the query see it.
Cells cells_of(const Case&, const StepPlan&);

/// One string per query row joined by "|", '#' seen, '.' hidden, one column per slot.
std::string picture(const Cells&, std::int64_t row);

} // namespace attest::reference
