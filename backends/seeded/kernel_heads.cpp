// Kernels whose query heads read the wrong keys and values.
#include "backends/seeded/around.hpp"

namespace attest::backends {

namespace {

/// Query head h reads kv head map(h); written out, so that the kernel's own map has nothing left to do.
void repeat_kv(KernelCall& call, const std::function<std::int64_t(std::int64_t)>& map) {
  std::vector<std::int64_t> heads;
  for (std::int64_t h = 0; h < call.q.shape[1]; ++h) heads.push_back(map(h));
  call.k = heads_taken(call.k, heads);
  call.v = heads_taken(call.v, heads);
}

void repeat_by_modulo(KernelCall& call) {
  repeat_kv(call, [kv_heads = call.k.shape[1]](std::int64_t h) { return h % kv_heads; });
}

void repeat_first(KernelCall& call) {
  repeat_kv(call, [](std::int64_t) { return std::int64_t{0}; });
}

/// The last query head reads the first kv head, all others their own.
void repeat_first_for_last(KernelCall& call) {
  const std::int64_t sharing = call.q.shape[1] / call.k.shape[1];
  const std::int64_t last = call.q.shape[1] - 1;
  repeat_kv(call, [=](std::int64_t h) { return h == last ? 0 : h / sharing; });
}

/// Every value becomes the mean of its own and that of the next kv head.
void blend_values(KernelCall& call) {
  View blended = make_view(call.v.element, call.v.shape);
  visit_places(call.v, [&](auto b, auto h, auto j, auto c) {
    const std::int64_t next = (h + 1) % call.v.shape[1];
    set(blended, b, h, j, c, (get(call.v, b, h, j, c) + get(call.v, b, next, j, c)) / 2);
  });
  call.v = blended;
}

void read_first_row(KernelCall& call) {
  const std::vector<std::int64_t> rows(static_cast<std::size_t>(call.q.shape[0]), 0);
  call.k = rows_taken(call.k, rows);
  call.v = rows_taken(call.v, rows);
}

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      {.backend = on_exact(plain_with_call("kv-head-by-modulo", repeat_by_modulo)),
       .expects = {"head_map"},
       .report = "https://github.com/microsoft/onnxruntime/pull/25966",
       .says = "query head h reads kv head h mod KV: the heads are tiled, not repeated"},
      {.backend = on_exact(plain_with_call("kv-head-always-first", repeat_first)),
       .expects = {"head_map"},
       .says = "every query head reads kv head 0"},
      {.backend = on_exact(plain_with_call("kv-head-of-last-query-head", repeat_first_for_last)),
       .expects = {"head_map"},
       .says = "the last query head reads kv head 0"},
      {.backend = on_exact(plain_with_call("kv-heads-blended", blend_values)),
       .expects = {"leak.head"},
       .says = "values are the mean of two neighbouring kv heads"},
      {.backend = on_exact(plain_with_call("kv-of-first-row", read_first_row)),
       .expects = {"leak.batch"},
       .report = "https://github.com/Dao-AILab/flash-attention/issues/772",
       .says = "every batch row reads the keys and values of row 0"},
  };
}};

} // namespace

} // namespace attest::backends
