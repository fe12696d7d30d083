// The keys that leave shape and mask alone, each at its default; and the sizes of a head.
#include "harness/shrink/moves.hpp"

#include "cases/draft.hpp"

namespace attest::harness {
namespace {

template <class Change> Case changed(Case value, Change change) {
  change(value);
  return value;
}

} // namespace

std::vector<Case> with_plain_numbers(const Case& value) {
  const auto plain = changed(value, [](Case& c) {
    const Case usual;
    c.scale = usual.scale;
    c.softcap = usual.softcap;
    c.sink.clear();
    c.alibi.clear();
    c.layout = usual.layout;
    c.memory = usual.memory;
    c.data = usual.data;
    c.seed = usual.seed;
    c.mask_dtype.reset();
    c.mask_shape = usual.mask_shape;
    c.dim = usual.dim;
    c.value_dim = usual.value_dim;
    c.rows = usual.rows;
  });
  const auto plainer = changed(plain, [](Case& c) {
    c.dtype = Dtype::f32;
    c.unfilled = Unfilled::zeros;
    c.form = default_form(c);
    c.is_causal.reset();
  });
  return {plainer, plain};
}

std::vector<Case> with_plainer_words(const Case& value) {
  const auto with = [&](auto change) { return changed(value, change); };
  std::vector<Case> cases = {with([](Case& c) { c.is_causal.reset(); }),
                             with([](Case& c) { c.form = default_form(c); }),
                             with([](Case& c) { c.form = Form::boolean; }),
                             with([](Case& c) { c.mask_shape = MaskShape::b1qk; }),
                             with([](Case& c) { c.mask_dtype.reset(); }),
                             with([](Case& c) { c.rows = Rows::real; }),
                             with([](Case& c) { c.dtype = Dtype::f32; }),
                             with([](Case& c) { c.scale.reset(); }),
                             with([](Case& c) { c.softcap.reset(); }),
                             with([](Case& c) { c.sink.clear(); }),
                             with([](Case& c) { c.alibi.clear(); }),
                             with([](Case& c) { c.layout = Layout::bhsd; }),
                             with([](Case& c) { c.memory = Memory::plain; }),
                             with([](Case& c) { c.unfilled = Unfilled::zeros; }),
                             with([](Case& c) { c.data = Data::normal; }),
                             with([](Case& c) { c.data = Data::integers; }),
                             with([](Case& c) { c.seed = 0; }),
                             with([](Case& c) { c.seed = 1; })};
  for (auto list : {&Case::sink, &Case::alibi}) {
    if ((value.*list).empty()) continue;
    cases.push_back(with([&](Case& c) { (c.*list).resize(1); }));
    cases.push_back(with([&](Case& c) { c.*list = {1}; }));
  }
  if (value.scale) cases.push_back(with([](Case& c) { c.scale = 1; }));
  if (value.softcap) cases.push_back(with([](Case& c) { c.softcap = 1; }));
  return cases;
}

std::vector<Case> with_plainer_dims(const Case& value) {
  std::vector<Case> cases;
  for (const std::int64_t dim : {8, 1, 2, 16, 64}) {
    cases.push_back(changed(value, [&](Case& c) { c.dim = c.value_dim = dim; }));
    cases.push_back(changed(value, [&](Case& c) { c.dim = dim; }));
    cases.push_back(changed(value, [&](Case& c) { c.value_dim = dim; }));
  }
  return cases;
}

} // namespace attest::harness
