// The flash kernel: tiled online softmax as fused CPU kernels do it, so that edges of tiles, skipped tiles
// and rescaling exist.
#include "backends/kernels/heads.hpp"
#include "backends/registry.hpp"

#include <algorithm>

namespace attest::backends {

namespace {

// Real kernels take 32 to 256 queries and 64 to 512 keys; cases have tens of tokens and would never leave the
// first tile. Different from each other, so that the diagonal crosses key tiles at different places.
constexpr std::int64_t query_tile = 16;
constexpr std::int64_t key_tile = 32;

/// What a row has gathered so far; weights are relative to `top`, the largest score until now.
template <class T> struct RowState {
  QueryAt at;
  std::vector<T> query;
  T top = hidden<T>;
  T sum = 0;
  std::vector<T> gathered;
};

struct Range {
  std::int64_t first = 0;
  std::int64_t end = 0;
};

template <class T> RowState<T> start_row(const KernelCall& call, const QueryAt& at) {
  RowState<T> state{
      .at = at, .query = std::vector<T>(static_cast<std::size_t>(call.q.shape[3])), .gathered = {}};
  load_row(call.q, {at.batch, at.head, at.query}, state.query.data());
  state.gathered.assign(static_cast<std::size_t>(call.v.shape[3]), T{0});
  if (!call.sink.empty()) { // a key with this score and value zero, seen before all others
    state.top = static_cast<T>(call.sink[static_cast<std::size_t>(at.head)]);
    state.sum = 1;
  }
  return state;
}

template <class T>
std::vector<T> tile_scores(const KernelCall& call, const RowState<T>& state, const HeadRows<T>& rows,
                           const Range& tile) {
  std::vector<T> scores(static_cast<std::size_t>(tile.end - tile.first));
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const T* key = rows.k.data() + (static_cast<std::size_t>(tile.first) + j) * state.query.size();
    for (std::size_t c = 0; c < state.query.size(); ++c) scores[j] += state.query[c] * key[c];
  }
  finish_scores(call, state.at, tile.first, scores);
  return scores;
}

// The weights of the product with v are rounded to the element type of the case, the row sum keeps the
// unrounded ones.
template <class T> T rounded_weight(Element element, T weight) {
  if (element == Element::f16) return static_cast<T>(round_to(Dtype::f16, weight));
  if (element == Element::bf16) return static_cast<T>(round_to(Dtype::bf16, weight));
  return weight;
}

template <class T>
void gather_tile(RowState<T>& state, const View& v, const std::vector<T>& scores, const T* values) {
  const std::size_t channels = state.gathered.size();
  const T top = std::max(state.top, *std::max_element(scores.begin(), scores.end()));
  std::vector<T> part(channels, T{0});
  T part_sum = 0;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (scores[j] == hidden<T>) continue;
    const T weight = std::exp(scores[j] - top);
    part_sum += weight;
    const T factor = rounded_weight(v.element, weight);
    for (std::size_t c = 0; c < channels; ++c) part[c] += factor * values[j * channels + c];
  }
  // Nothing was gathered while top was still -inf, where the difference would be NaN.
  const T rescale = state.top == hidden<T> ? T{0} : std::exp(state.top - top);
  state.sum = state.sum * rescale + part_sum;
  for (std::size_t c = 0; c < channels; ++c) state.gathered[c] = state.gathered[c] * rescale + part[c];
  state.top = top;
}

template <class T>
void read_tile(const KernelCall& call, RowState<T>& state, const HeadRows<T>& rows, const Range& tile) {
  const std::vector<T> scores = tile_scores(call, state, rows, tile);
  const bool nothing_seen =
      std::all_of(scores.begin(), scores.end(), [](T score) { return score == hidden<T>; });
  if (!nothing_seen) gather_tile(state, call.v, scores, rows.v.data() + tile.first * call.v.shape[3]);
}

template <class T> void finish_row(View& out, RowState<T>& state) {
  for (T& channel : state.gathered) channel = state.sum == 0 ? T{0} : channel / state.sum;
  store_row(out, {state.at.batch, state.at.head, state.at.query}, state.gathered.data());
}

template <class T>
void attend_queries(const KernelCall& call, View& out, const QueryAt& first, const HeadRows<T>& rows) {
  const std::int64_t end = std::min(first.query + query_tile, call.q.shape[2]);
  std::vector<RowState<T>> states;
  for (QueryAt at = first; at.query < end; ++at.query) states.push_back(start_row<T>(call, at));
  // No query of the tile sees a slot behind its last row: whole tiles there are never touched.
  const std::int64_t slots = call.is_causal ? std::min(end, call.k.shape[2]) : call.k.shape[2];
  for (std::int64_t slot = 0; slot < slots; slot += key_tile)
    for (auto& state : states)
      read_tile(call, state, rows, {slot, std::min(slot + key_tile, call.k.shape[2])});
  for (auto& state : states) finish_row(out, state);
}

template <class T> View attend(const KernelCall& call) {
  return attend_heads<T>(call, [&](const HeadRows<T>& rows, QueryAt at, View& out) {
    for (; at.query < call.q.shape[2]; at.query += query_tile) attend_queries<T>(call, out, at, rows);
  });
}

View run(const KernelCall& call) {
  check_call(call);
  return call.q.element == Element::f64 ? attend<double>(call) : attend<float>(call);
}

// The profile "flash" holds with room to spare: it has rounded weights, tiles of 512 and a coarser
// exponential. A tile of 32 rescales up to 16 times as often, each time by an exponential of libm (2^-23 in
// f32, 2^-52 in f64), which its 2^-18 and 2^-48 cover. A profile with this kernel's own tile would have to
// name one accumulation type for all dtypes, and so would be blind for f64.
const Registered<Kernel> flash{[] {
  return Kernel{.name = "flash",
                .features = features_of_loops(),
                .empty_row = EmptyRow::zero,
                .profile = named_profile("flash"),
                .run = run};
}};

} // namespace

} // namespace attest::backends
