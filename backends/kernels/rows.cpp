// Loads, stores and score finishing for the kernels that are loops of our own.
#include "backends/kernels/rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>

namespace attest::backends {

namespace {

using Place = std::array<std::int64_t, 3>;

// A dimension of size 1 is read for every index: masks are broadcast over batch and heads.
std::int64_t start_of(const View& view, const Place& at) {
  std::int64_t start = view.offset;
  for (std::size_t d = 0; d < 3; ++d) start += (view.shape[d] == 1 ? 0 : at[d]) * view.stride[d];
  return start;
}

template <class Bits> Bits bits_at(const View& view, std::int64_t element) {
  Bits bits;
  std::memcpy(&bits, view.buffer->data() + element * static_cast<std::int64_t>(sizeof bits), sizeof bits);
  return bits;
}

template <class T, class Bits, class Decode>
void load_as(const View& view, std::int64_t start, T* row, const Decode& decode) {
  for (std::int64_t d = 0; d < view.shape[3]; ++d)
    row[d] = static_cast<T>(decode(bits_at<Bits>(view, start + d * view.stride[3])));
}

float float_of_bf16(std::uint16_t bits) {
  const std::uint32_t wide = std::uint32_t{bits} << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof value);
  return value;
}

void check_broadcast(const View& view, const KernelCall& call, const std::string& name) {
  const bool batch_fits = view.shape[0] == 1 || view.shape[0] == call.q.shape[0];
  const bool heads_fit = view.shape[1] == 1 || view.shape[1] == call.q.shape[1];
  if (!batch_fits || !heads_fit || view.shape[2] != call.q.shape[2] || view.shape[3] != call.k.shape[2])
    throw std::invalid_argument(fmt::format("{} of shape [{}] does not fit {} queries and {} slots", name,
                                            fmt::join(view.shape, ","), call.q.shape[2], call.k.shape[2]));
}

View columns(View view, std::int64_t first, std::int64_t count) {
  view.offset += first * view.stride[3];
  view.shape[3] = count;
  return view;
}

template <class T> T capped(const KernelCall& call, T score) {
  if (!call.softcap) return score;
  const T cap = static_cast<T>(*call.softcap);
  return cap * std::tanh(score / cap);
}

} // namespace

template <class T> void load_row(const View& view, Place at, T* row) {
  const std::int64_t start = start_of(view, at);
  switch (view.element) {
  case Element::f32: return load_as<T, float>(view, start, row, [](float x) { return x; });
  case Element::f64: return load_as<T, double>(view, start, row, [](double x) { return x; });
  case Element::f16:
    return load_as<T, std::uint16_t>(view, start, row,
                                     [](std::uint16_t x) { return from_bits(Dtype::f16, x); });
  case Element::bf16: return load_as<T, std::uint16_t>(view, start, row, float_of_bf16);
  case Element::boolean:
    return load_as<T, std::uint8_t>(view, start, row, [](std::uint8_t x) { return float(x != 0); });
  }
}

template <class T> std::vector<T> load_head(const View& view, std::int64_t batch, std::int64_t head) {
  std::vector<T> rows(static_cast<std::size_t>(view.shape[2] * view.shape[3]));
  for (std::int64_t token = 0; token < view.shape[2]; ++token)
    load_row(view, {batch, head, token}, rows.data() + token * view.shape[3]);
  return rows;
}

template <class T> void store_row(View& view, Place at, const T* row) {
  for (std::int64_t d = 0; d < view.shape[3]; ++d)
    set(view, at[0], at[1], at[2], d, static_cast<double>(row[d]));
}

void check_call(const KernelCall& call) {
  const auto& q = call.q.shape;
  const auto& k = call.k.shape;
  const auto& v = call.v.shape;
  if (k[0] != q[0] || v[0] != q[0]) throw std::invalid_argument("q, k and v have different batch sizes");
  if (k[1] != v[1] || k[1] == 0 || q[1] % k[1] != 0)
    throw std::invalid_argument(
        fmt::format("{} query heads do not share {} and {} kv heads", q[1], k[1], v[1]));
  if (k[2] != v[2]) throw std::invalid_argument(fmt::format("k has {} slots, v has {}", k[2], v[2]));
  if (k[3] != q[3]) throw std::invalid_argument(fmt::format("q has {} channels, k has {}", q[3], k[3]));
  if (call.k.element != call.q.element || call.v.element != call.q.element)
    throw std::invalid_argument("q, k and v have different element types");
  if (!call.sink.empty() && static_cast<std::int64_t>(call.sink.size()) != q[1])
    throw std::invalid_argument("there is not one sink per query head");
  if (call.mask) check_broadcast(*call.mask, call, "a mask");
  if (call.bias) check_broadcast(*call.bias, call, "a bias");
}

template <class T>
void finish_scores(const KernelCall& call, QueryAt at, std::int64_t first, std::vector<T>& scores) {
  std::vector<T> biases(scores.size());
  std::vector<T> entries(scores.size());
  const auto count = static_cast<std::int64_t>(scores.size());
  const Place row = {at.batch, at.head, at.query};
  if (call.bias) load_row(columns(*call.bias, first, count), row, biases.data());
  if (call.mask) load_row(columns(*call.mask, first, count), row, entries.data());
  const bool is_boolean = call.mask && call.mask->element == Element::boolean;
  const T scale = static_cast<T>(call.scale);
  for (std::size_t slot = 0; slot < scores.size(); ++slot) {
    scores[slot] = capped(call, scale * scores[slot]) + biases[slot];
    const bool by_flag = call.is_causal && first + static_cast<std::int64_t>(slot) > at.query;
    const bool by_mask = call.mask && (is_boolean ? entries[slot] == 0 : entries[slot] == hidden<T>);
    if (by_flag || by_mask) {
      scores[slot] = hidden<T>;
    } else if (!is_boolean) {
      scores[slot] += entries[slot];
    }
  }
}

std::vector<std::string> features_of_loops() {
  return {"dtype.f32",       "dtype.f64",    "dtype.f16",   "dtype.bf16",   "layout.bhsd",
          "layout.bshd",     "layout.sbhd",  "layout.bhds", "memory.plain", "memory.sliced",
          "memory.expanded", "unfilled.nan", "gqa",         "dv",           "scale",
          "softcap",         "sink",         "alibi"};
}

template void load_row(const View&, Place, float*);
template void load_row(const View&, Place, double*);
template std::vector<float> load_head(const View&, std::int64_t, std::int64_t);
template std::vector<double> load_head(const View&, std::int64_t, std::int64_t);
template void store_row(View&, Place, const float*);
template void store_row(View&, Place, const double*);
template void finish_scores(const KernelCall&, QueryAt, std::int64_t, std::vector<float>&);
template void finish_scores(const KernelCall&, QueryAt, std::int64_t, std::vector<double>&);

} // namespace attest::backends
