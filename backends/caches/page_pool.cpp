// Allocation by a stack of free pages and counted owners.
#include "backends/caches/page_pool.hpp"

#include <fmt/format.h>
#include <stdexcept>

namespace attest::backends {

PagePool::PagePool(const Case& value, std::int64_t pages, std::int64_t page_slots) : case_(value) {
  Case pool = value;
  pool.batch = pages;
  pages_ = unwritten_buffers(pool, page_slots);
  owners_.resize(static_cast<std::size_t>(pages));
  // Odd pages lie above even ones and are handed out first: neighbours in a sequence are none in the pool.
  for (std::int64_t page = 0; page < pages; page += 2) free_.push_back(page);
  for (std::int64_t page = 1; page < pages; page += 2) free_.push_back(page);
}

std::int64_t PagePool::allocate() {
  if (free_.empty()) throw std::out_of_range(fmt::format("all {} pages are in use", owners_.size()));
  const std::int64_t page = free_.back();
  free_.pop_back();
  owners_[static_cast<std::size_t>(page)] = 1;
  // A page that is used again holds another sequence's tokens, and what `mean` promises for a row that sees
  // nothing depends on the slots behind the last token.
  KeysValues emptied = slots(page);
  fill_unwritten(case_, emptied);
  return page;
}

void PagePool::share(std::int64_t page) { ++owners_.at(static_cast<std::size_t>(page)); }

void PagePool::release(std::int64_t page) {
  if (--owners_.at(static_cast<std::size_t>(page)) == 0) free_.push_back(page);
}

std::int64_t PagePool::writable(std::int64_t page) {
  if (owners_.at(static_cast<std::size_t>(page)) == 1) return page;
  const std::int64_t copy = allocate();
  KeysValues target = slots(copy);
  write_slots(target, 0, slots(page));
  release(page);
  return copy;
}

KeysValues PagePool::slots(std::int64_t page) const { return row_of(pages_, page); }

} // namespace attest::backends
