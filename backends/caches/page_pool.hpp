// Physical pages for caches that keep their tokens in blocks: who owns which page is counted, so that rows
// can share pages until one of them writes, and freed ones are used again.
#pragma once

#include "backends/caches/buffers.hpp"

#include <vector>

namespace attest::backends {

/// A fixed number of pages of k and v, each (1, kv heads, page, dim) and (.., value_dim). Pages are named by
/// their place in the pool; which one is handed out next follows no order of tokens or rows.
class PagePool {
public:
  /// Pages of `page_slots` slots, all free.
  PagePool(const Case&, std::int64_t pages, std::int64_t page_slots);

  /// A free page, owned once; its slots hold what `unfilled` says. Throws std::out_of_range if none is left.
  std::int64_t allocate();
  /// One more owner of a page that has some.
  void share(std::int64_t page);
  /// One owner less; without any the page is free, and its content stays until it is handed out again.
  void release(std::int64_t page);
  /// A page with this content for one owner to write: the page itself if it has no other owner, else a copy,
  /// for which the owner gives up the page.
  std::int64_t writable(std::int64_t page);
  /// The slots of a page; shares the pool's buffers.
  KeysValues slots(std::int64_t page) const;

private:
  Case case_;
  KeysValues pages_; ///< (pages, kv heads, page, dim)
  std::vector<std::int64_t> owners_;
  std::vector<std::int64_t> free_; ///< the last is handed out next
};

} // namespace attest::backends
