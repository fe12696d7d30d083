// The cache state that does everything as the right one does, except for its fault.
#include "backends/seeded/cache_fault.hpp"

namespace attest::backends {

namespace {

class FaultyCache final : public CacheState {
public:
  FaultyCache(const CacheFault& fault, const Case& value) : fault_(fault), case_(value) {
    Case changed = value;
    if (fault_.made_for) fault_.made_for(changed);
    right_ = cache_named(fault_.around).make(changed);
  }

  KeysValues update(const View& k, const View& v) override {
    const CacheCall call{
        .value = case_, .before = length_, .fresh = k.shape[2], .took = took_, .took_at = took_at_};
    length_ += call.fresh;
    const KeysValues read = right_->update(k, v);
    return fault_.returns ? fault_.returns(read, call) : read;
  }
  void crop(std::int64_t length) override {
    length_ = length;
    fault_.crop ? fault_.crop(*right_, length) : right_->crop(length);
  }
  void reorder(const std::vector<std::int64_t>& rows) override {
    took_ = rows;
    took_at_ = length_;
    fault_.reorder ? fault_.reorder(*right_, rows) : right_->reorder(rows);
  }
  void reset() override {
    length_ = 0;
    fault_.reset ? fault_.reset(*right_) : right_->reset();
  }

private:
  CacheFault fault_;
  Case case_;
  std::unique_ptr<CacheState> right_;
  std::int64_t length_ = 0; ///< tokens that the sequence has
  std::vector<std::int64_t> took_;
  std::int64_t took_at_ = 0;
};

} // namespace

CacheType cache_of(const CacheFault& fault) {
  CacheType type = cache_named(fault.around);
  type.name = fault.name;
  type.make = [fault](const Case& value) { return std::make_unique<FaultyCache>(fault, value); };
  return type;
}

Mutant mutant_of(const CacheFault& fault, const Takes& takes, Mutant told) {
  told.backend = composed_on(kernel_named("plain"), cache_of(fault), takes);
  return told;
}

} // namespace attest::backends
