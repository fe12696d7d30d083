// Wrappers around the plain kernel, and the edits that several of them share.
#include "backends/seeded/around.hpp"

#include "backends/seen.hpp"

namespace attest::backends {

Kernel plain_with_call(const std::string& name, std::function<void(KernelCall&)> edit) {
  Kernel kernel = kernel_named("plain");
  kernel.name = name;
  kernel.run = [edit = std::move(edit), run = kernel.run](KernelCall call) {
    edit(call);
    return run(call);
  };
  return kernel;
}

Kernel plain_with_output(const std::string& name, std::function<void(const KernelCall&, View&)> edit) {
  Kernel kernel = kernel_named("plain");
  kernel.name = name;
  kernel.run = [edit = std::move(edit), run = kernel.run](const KernelCall& call) {
    View out = run(call);
    edit(call, out);
    return out;
  };
  return kernel;
}

Backend on_exact(const Kernel& kernel, const Takes& takes) {
  return composed(kernel, policy_named("exact"), takes);
}

Backend on_exact_causal(const Kernel& kernel) {
  return on_exact(kernel, {.only = {"cache.none", "cache.dynamic", "cache.sliding", "cache.chunked",
                                    "cache.quantized", "cache.cross", "cache.sink", "mask.causal"},
                           .lacks = {"pad.", "flag.", "offset", "crop", "reset", "reorder"}});
}

View heads_taken(const View& view, const std::vector<std::int64_t>& heads) {
  std::array<std::int64_t, 4> shape = view.shape;
  shape[1] = static_cast<std::int64_t>(heads.size());
  View taken = make_view(view.element, shape);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    View from = view;
    View to = taken;
    from.offset += heads[h] * view.stride[1];
    to.offset += static_cast<std::int64_t>(h) * taken.stride[1];
    from.shape[1] = to.shape[1] = 1;
    copy_values(from, to);
  }
  return taken;
}

View mask_with_flag(const KernelCall& call) { return view_of(seen_by_kernel(call)); }

View additive_mask(const KernelCall& call, double hidden) {
  const View seen = mask_with_flag(call);
  View mask = make_view(call.q.element == Element::f64 ? Element::f64 : Element::f32,
                        {call.q.shape[0], call.q.shape[1], call.q.shape[2], call.k.shape[2]});
  visit_places(mask, [&](auto b, auto h, auto i, auto j) {
    set(mask, b, h, i, j, get(seen, b, seen.shape[1] == 1 ? 0 : h, i, j) != 0 ? 0 : hidden);
  });
  return mask;
}

std::function<void(KernelCall&)> adding_mask(double hidden) {
  return [hidden](KernelCall& call) {
    call.mask = additive_mask(call, hidden);
    call.is_causal = false;
  };
}

} // namespace attest::backends
