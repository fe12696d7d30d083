// cache=paged:PAGE: tokens lie in pages of one pool, wherever a page was free, and a block table per row says
// where; rows that went on with the same history share its pages until one of them writes.
#include "backends/caches/page_pool.hpp"
#include "backends/registry.hpp"
#include "cases/timeline.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

using BlockTable = std::vector<std::int64_t>; ///< physical page of each logical one

std::int64_t pages_for(std::int64_t tokens, std::int64_t page) { return (tokens + page - 1) / page; }

class PagedCache final : public CacheState {
public:
  // Even without any sharing no more pages are in use than those of the longest sequence, for each row.
  explicit PagedCache(const Case& value)
      : case_(value), page_(value.cache.numbers.at(0)),
        pool_(value, value.batch * pages_for(longest_sequence(value.steps), page_), page_),
        tables_(static_cast<std::size_t>(value.batch)) {}

  KeysValues update(const View& k, const View& v) override {
    for (std::size_t row = 0; row < tables_.size(); ++row)
      append(tables_[row], row_of({k, v}, static_cast<std::int64_t>(row)));
    length_ += k.shape[2];
    return gathered();
  }

  // Whole pages are freed; in the page that is kept the cropped tokens stay where they lie, as in real
  // caches.
  void crop(std::int64_t length) override {
    for (BlockTable& table : tables_) free_from(table, pages_for(length, page_));
    length_ = length;
  }

  void reorder(const std::vector<std::int64_t>& rows) override {
    std::vector<BlockTable> taken;
    for (const std::int64_t row : rows) taken.push_back(tables_.at(static_cast<std::size_t>(row)));
    // Owners first come, then go: a page that is taken over is never free in between.
    for (const BlockTable& table : taken)
      for (const std::int64_t page : table) pool_.share(page);
    for (BlockTable& table : tables_) free_from(table, 0);
    tables_ = std::move(taken);
  }

  void reset() override { crop(0); }

private:
  void append(BlockTable& table, const KeysValues& fresh) {
    for (std::int64_t done = 0; done < slot_count(fresh);) {
      const std::int64_t at = (length_ + done) % page_;
      const std::int64_t count = std::min(page_ - at, slot_count(fresh) - done);
      if (at == 0)
        table.push_back(pool_.allocate());
      else
        table.back() = pool_.writable(table.back());
      KeysValues target = pool_.slots(table.back());
      write_slots(target, at, slots_of(fresh, done, count));
      done += count;
    }
  }

  void free_from(BlockTable& table, std::int64_t kept) {
    while (static_cast<std::int64_t>(table.size()) > kept) {
      pool_.release(table.back());
      table.pop_back();
    }
  }

  /// Every row's pages in the order of its tokens, the last one whole.
  KeysValues gathered() const {
    KeysValues read = unwritten_buffers(case_, pages_for(length_, page_) * page_);
    for (std::size_t row = 0; row < tables_.size(); ++row) {
      KeysValues target = row_of(read, static_cast<std::int64_t>(row));
      for (std::size_t i = 0; i < tables_[row].size(); ++i)
        write_slots(target, static_cast<std::int64_t>(i) * page_, pool_.slots(tables_[row][i]));
    }
    return read;
  }

  Case case_;
  std::int64_t page_;
  PagePool pool_;
  std::vector<BlockTable> tables_; ///< of each batch row
  std::int64_t length_ = 0;
};

const Registered<CacheType> paged{[] {
  return CacheType{.name = "paged",
                   .kind = CacheKind::paged,
                   .operations = {"crop", "reorder", "reset"},
                   .make = [](const Case& value) { return std::make_unique<PagedCache>(value); }};
}};

} // namespace

} // namespace attest::backends
