// Caches whose batch rows get mixed up: moved not at all, only in part, or read from the wrong row.
#include "backends/caches/buffers.hpp"
#include "backends/seeded/cache_fault.hpp"

namespace attest::backends {

namespace {

void stay(CacheState&, const std::vector<std::int64_t>&) {}

KeysValues row_zero_for_all(const KeysValues& read, const CacheCall& call) {
  return rows_taken(read, std::vector<std::int64_t>(static_cast<std::size_t>(call.value.batch), 0));
}

enum class Moved { keys, values };

/// A growing cache that moves only its keys, or only its values, with the batch rows.
template <Moved moved> class HalfMoved final : public CacheState {
public:
  explicit HalfMoved(const Case& value)
      : moves_(cache_named("dynamic").make(value)), stays_(cache_named("dynamic").make(value)) {}

  KeysValues update(const View& k, const View& v) override {
    const KeysValues followed = moves_->update(k, v);
    const KeysValues left = stays_->update(k, v);
    return moved == Moved::keys ? KeysValues{followed.k, left.v} : KeysValues{left.k, followed.v};
  }
  void crop(std::int64_t length) override { moves_->crop(length), stays_->crop(length); }
  void reorder(const std::vector<std::int64_t>& rows) override { moves_->reorder(rows); }
  void reset() override { moves_->reset(), stays_->reset(); }

private:
  std::unique_ptr<CacheState> moves_;
  std::unique_ptr<CacheState> stays_;
};

template <Moved moved> Mutant half_moved(const std::string& name, Mutant told) {
  CacheType type = cache_named("dynamic");
  type.name = name;
  type.make = [](const Case& value) { return std::make_unique<HalfMoved<moved>>(value); };
  told.backend = composed_on(kernel_named("plain"), type, {.lacks = {"pad.", "crop", "reset"}});
  return told;
}

Mutant mixed_up(const CacheFault& fault, const std::string& says) {
  return mutant_of(fault, {.lacks = {"pad.", "crop", "reset"}}, {.expects = {"leak.batch"}, .says = says});
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      mixed_up({.name = "dynamic-not-reordered", .around = "dynamic", .reorder = stay},
               "the cache stays where it is when the batch rows move"),
      mixed_up({.name = "static-not-reordered", .around = "static", .reorder = stay},
               "the static cache stays where it is when the batch rows move"),
      mixed_up({.name = "cross-not-reordered", .around = "cross", .reorder = stay},
               "the encoder's keys stay where they are when the batch rows move"),
      mixed_up({.name = "dynamic-row-zero-for-all", .around = "dynamic", .returns = row_zero_for_all},
               "every batch row reads the cache of the first"),
      half_moved<Moved::keys>(
          "dynamic-values-not-reordered",
          {.expects = {"leak.batch"}, .says = "keys move with the batch rows, values do not"}),
      half_moved<Moved::values>(
          "dynamic-keys-not-reordered",
          {.expects = {"leak.other"}, // their contents tell, but no probe can tell which keys they are
           .says = "values move with the batch rows, keys do not"}),
  };
}};

} // namespace

} // namespace attest::backends
