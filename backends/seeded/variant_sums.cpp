// Right kernels that add up in another order or precision than the plain one.
#include "backends/seeded/around.hpp"
#include "backends/seeded/loops.hpp"

#include <atomic>
#include <numeric>

namespace attest::backends {

namespace {

double backwards(std::span<const double> terms, const Arithmetic& in) {
  double sum = 0;
  for (std::size_t i = terms.size(); i > 0; --i) sum = in(sum + terms[i - 1]);
  return sum;
}

double in_pairs(std::span<const double> terms, const Arithmetic& in) {
  if (terms.empty()) return 0;
  if (terms.size() == 1) return terms[0];
  const std::size_t half = terms.size() / 2;
  return in(in_pairs(terms.first(half), in) + in_pairs(terms.subspan(half), in));
}

double compensated(std::span<const double> terms, const Arithmetic& in) {
  double sum = 0;
  double lost = 0;
  for (const double term : terms) {
    const double corrected = in(term - lost);
    const double next = in(sum + corrected);
    lost = in(in(next - sum) - corrected);
    sum = next;
  }
  return sum;
}

/// Starts at another term in every sum, as threads that race for an atomic addition do. The counter belongs
/// to the one backend that declares itself not deterministic.
Summation in_no_order() {
  return [count = std::make_shared<std::atomic<std::size_t>>(0)](std::span<const double> terms,
                                                                 const Arithmetic& in) {
    const std::size_t first = terms.empty() ? 0 : count->fetch_add(1) % terms.size();
    return in(one_by_one(terms.subspan(first), in) + one_by_one(terms.first(first), in));
  };
}

Kernel racing() {
  Kernel kernel = loop_kernel("sum-in-no-order", {.attend = one_pass(in_no_order())});
  kernel.deterministic = false;
  return kernel;
}

const Seeded<Variant> registered{[] {
  return std::vector<Variant>{
      {.backend = on_exact(loop_kernel("sum-backwards", {.attend = one_pass(backwards)})),
       .says = "sums run from the last key to the first"},
      {.backend = on_exact(loop_kernel("sum-in-pairs", {.attend = one_pass(in_pairs)})),
       .says = "sums are taken pairwise"},
      {.backend = on_exact(loop_kernel("sum-compensated", {.attend = one_pass(compensated)})),
       .says = "sums are compensated (Kahan)"},
      {.backend = on_exact(loop_kernel("sum-in-f64", {.acc = Dtype::f64})),
       .says = "sums are taken in f64, more exactly than declared"},
      {.backend = on_exact(racing()), .says = "sums start at another term each time"},
  };
}};

} // namespace

} // namespace attest::backends
