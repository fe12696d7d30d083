// Entries are played one after another on a single Call.
#include "reference/walk.hpp"

#include <numeric>

namespace attest::reference {
namespace {

void play(Call& call, const Crop& crop) {
  call.before = crop.length;
  ++call.epoch;
}

void play(Call& call, const Reset&) {
  call.before = 0;
  ++call.epoch;
  std::iota(call.sequence.begin(), call.sequence.end(), 0);
}

void play(Call& call, const Reorder& reorder) {
  const std::vector<std::int64_t> old = call.sequence;
  for (std::size_t row = 0; row < old.size(); ++row) call.sequence[row] = old.at(reorder.rows.at(row));
}

void play(Call& call, const Feed& feed) { call.tokens = feed.tokens; }

} // namespace

void walk(const Case& in, const std::function<void(const Call&)>& visit) {
  Call call;
  call.sequence.resize(static_cast<std::size_t>(in.batch));
  std::iota(call.sequence.begin(), call.sequence.end(), 0);
  for (const Entry& entry : in.steps) {
    std::visit([&](const auto& played) { play(call, played); }, entry);
    if (!std::holds_alternative<Feed>(entry)) continue;
    call.first_query = in.offset.value_or(call.before);
    visit(call);
    call.before += call.tokens;
    ++call.step;
  }
}

} // namespace attest::reference
