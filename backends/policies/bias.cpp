// Builds the ALiBi bias of one step.
#include "backends/policies/bias.hpp"

namespace attest::backends {

std::optional<View> alibi_bias(const Case& value, const StepPlan& step) {
  if (value.alibi.empty()) return {};
  const auto tokens = tokens_of(step);
  const auto slots = static_cast<std::int64_t>(tokens.size());
  View bias = make_view(value.dtype == Dtype::f64 ? Element::f64 : Element::f32,
                        {1, value.query_heads, step.fresh, slots});
  for (std::int64_t head = 0; head < value.query_heads; ++head) {
    const double slope = per_head(value, value.alibi, head);
    for (std::int64_t i = 0; i < step.fresh; ++i)
      for (std::int64_t j = 0; j < slots; ++j) {
        const std::int64_t key = tokens[static_cast<std::size_t>(j)];
        // The product is rounded once: both factors are exact.
        if (key >= 0) set(bias, 0, head, i, j, slope * static_cast<double>(key - step.q0 - i));
      }
  }
  return bias;
}

} // namespace attest::backends
