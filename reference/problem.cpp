// The tensors of a case: every token that is fed gets its values from the data function.
#include "reference/attention.hpp"

#include "cases/data.hpp"
#include "cases/timeline.hpp"

namespace attest::reference {
namespace {

/// One tensor of one step: tokens first .. first+count-1 of every row and head.
struct Wanted {
  TensorName tensor = TensorName::q;
  std::int64_t epoch = 0;
  std::int64_t heads = 0;
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::int64_t channels = 0;
};

Array4 filled(const Case& in, const Wanted& wanted) {
  Array4 array = {.shape = {in.batch, wanted.heads, wanted.count, wanted.channels}};
  array.values.resize(static_cast<std::size_t>(in.batch * wanted.heads * wanted.count * wanted.channels));
  const bool one_row = in.memory == Memory::expanded && wanted.tensor != TensorName::q;
  double* place = array.values.data();
  for (std::int64_t row = 0; row < in.batch; ++row)
    for (std::int64_t head = 0; head < wanted.heads; ++head) {
      const HeadValues values(in, {.seed = in.seed,
                                   .tensor = wanted.tensor,
                                   .epoch = wanted.epoch,
                                   .row = one_row ? 0 : row,
                                   .head = head});
      for (std::int64_t i = 0; i < wanted.count; ++i, place += wanted.channels)
        values.fill(wanted.first + i, {place, static_cast<std::size_t>(wanted.channels)});
    }
  return array;
}

/// What k and v of this call hold: its new tokens; with cache=none all keys; with cross the encoder once,
/// then nothing.
Wanted keys_of(const Case& in, const Call& call) {
  Wanted wanted = {.epoch = call.epoch, .heads = in.kv_heads, .first = call.before, .count = call.tokens};
  if (!in.keys) return wanted;
  return {.epoch = 0, .heads = in.kv_heads, .first = 0, .count = call.step == 0 ? *in.keys : 0};
}

} // namespace

Problem problem_of(const Case& in) {
  Problem problem;
  for (const Call& call : calls_of(in)) {
    const Wanted q = {.tensor = TensorName::q,
                      .epoch = call.epoch,
                      .heads = in.query_heads,
                      .first = call.first_query,
                      .count = call.tokens,
                      .channels = in.dim};
    Wanted k = keys_of(in, call);
    k.tensor = TensorName::k;
    k.channels = in.dim;
    Wanted v = keys_of(in, call);
    v.tensor = TensorName::v;
    v.channels = in.value_dim;
    problem.push_back({.q = filled(in, q), .k = filled(in, k), .v = filled(in, v)});
  }
  return problem;
}

} // namespace attest::reference
