// Right kernels that are handed mask, bias, sink or shared heads in another form than the plain one.
#include "backends/seeded/around.hpp"

#include <limits>

namespace attest::backends {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void fold_bias(KernelCall& call) {
  View mask = additive_mask(call, -infinity);
  if (call.bias)
    visit_places(mask, [&](auto b, auto h, auto i, auto j) {
      const double bias = get(*call.bias, call.bias->shape[0] == 1 ? 0 : b, h, i, j);
      set(mask, b, h, i, j, get(mask, b, h, i, j) + bias);
    });
  call.mask = mask;
  call.bias.reset();
  call.is_causal = false;
}

View with_empty_slot(const View& view) {
  return joined(view, make_view(view.element, {view.shape[0], view.shape[1], 1, view.shape[3]}));
}

/// One slot more, of zeros, whose mask entry is the sink: that is its score, and its value gives nothing.
void make_sink_a_slot(KernelCall& call) {
  if (call.sink.empty()) return;
  fold_bias(call);
  View wider =
      make_view(call.mask->element, {call.q.shape[0], call.q.shape[1], call.q.shape[2], call.k.shape[2] + 1});
  visit_places(wider, [&](auto b, auto h, auto i, auto j) {
    const bool is_sink = j == call.k.shape[2];
    set(wider, b, h, i, j, is_sink ? call.sink[static_cast<std::size_t>(h)] : get(*call.mask, b, h, i, j));
  });
  call.mask = wider;
  call.k = with_empty_slot(call.k);
  call.v = with_empty_slot(call.v);
  call.sink.clear();
}

void repeat_kv(KernelCall& call) {
  std::vector<std::int64_t> heads;
  for (std::int64_t h = 0; h < call.q.shape[1]; ++h) heads.push_back(h / (call.q.shape[1] / call.k.shape[1]));
  call.k = heads_taken(call.k, heads);
  call.v = heads_taken(call.v, heads);
}

void copy_first(KernelCall& call) {
  for (View* view : {&call.q, &call.k, &call.v}) *view = arranged(*view, Layout::bhsd, Memory::plain);
}

Variant edited(const std::string& name, const std::function<void(KernelCall&)>& edit,
               const std::string& says) {
  return {.backend = on_exact(plain_with_call(name, edit)), .says = says};
}

const Seeded<Variant> registered{[] {
  return std::vector<Variant>{
      edited("mask-of-minus-infinity", adding_mask(-infinity),
             "the mask is added as 0 and -inf, never a flag"),
      edited("alibi-in-mask", fold_bias, "the ALiBi bias is folded into an additive mask"),
      edited("sink-as-slot", make_sink_a_slot, "the sink is one slot more"),
      edited("kv-repeated", repeat_kv, "keys and values are written out once per query head"),
      edited("copied-first", copy_first, "q, k and v are copied into contiguous memory first"),
  };
}};

} // namespace

} // namespace attest::backends
