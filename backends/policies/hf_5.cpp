// transformers 5.24.0. The flag is obeyed: it is copied into the config, and is_causal=False asks for a
// bidirectional mask; sdpa goes without a mask for the prefill of a static cache too. What is left: a
// bidirectional call without 2-D mask reads a static cache's unwritten slots, and Llama 4 makes a chunked
// mask whatever the flag says.
#include "backends/policies/hf_masking_utils.hpp"
#include "backends/registry.hpp"

namespace attest::backends {

namespace {

// config.is_causal decides between a causal mask function and its bidirectional counterpart; Llama 4 has
// none.
hf::Request after_flag(hf::Request request, std::optional<bool> is_causal) {
  if (is_causal == false && request.pattern == hf::Pattern::causal) return {hf::Pattern::bidirectional};
  if (is_causal == true && request.pattern == hf::Pattern::bidirectional) return {hf::Pattern::causal};
  return request;
}

bool is_bidirectional(const hf::Request& request) {
  return request.pattern == hf::Pattern::bidirectional ||
         request.pattern == hf::Pattern::bidirectional_sliding;
}

bool local_size_is_filled(const hf::Request& request, const hf::Columns& columns) {
  const auto local = hf::local_size(request);
  return local && columns.count >= *local;
}

// The 2-D mask is extended by zeros to the columns first, so that it is never all ones over unwritten slots.
bool skips_bidirectional_mask(const PolicyInput& in, const hf::Request& request, const hf::Columns& columns) {
  const hf::Padding padding(in);
  return !local_size_is_filled(request, columns) && padding.all_ones() &&
         padding.all_real(0, columns.first + columns.count);
}

bool pads_only_unwritten(const PolicyInput& in, const hf::Columns& columns) {
  const hf::Padding padding(in);
  if (!padding.all_real(columns.first, in.step.fresh)) return false;
  for (std::int64_t row = 0; padding.given() && row < in.value.batch; ++row)
    for (std::int64_t j = in.step.fresh; j < columns.count; ++j)
      if (padding.real(row, columns.first + j)) return false;
  return true;
}

bool skips_causal_mask(const PolicyInput& in, const hf::Request& request, const hf::Columns& columns) {
  if (in.family != Family::sdpa || local_size_is_filled(request, columns)) return false;
  if (hf::is_static(in.value) && in.step.fresh == 1) return false;
  const bool flag_is_enough = in.step.fresh == 1 || columns.count == in.step.fresh;
  if (flag_is_enough && hf::Padding(in).all_real(columns.first, columns.count)) return true;
  return in.step.before == 0 && pads_only_unwritten(in, columns);
}

// Where the release crops a static cache's keys to the new tokens and passes is_causal, the flag alone says
// the same: it is top-left.
Arguments arguments_of(const PolicyInput& in) {
  const hf::Request request = after_flag(hf::request_of(in.value.mask), in.value.is_causal);
  Arguments arguments;
  if (request.pattern == hf::Pattern::own) {
    arguments.mask = in.family == Family::eager ? hf::own_additive_mask(in) : hf::own_boolean_mask(in);
    return arguments;
  }
  const hf::Columns columns = hf::layer_columns(in);
  const bool skips = is_bidirectional(request) ? skips_bidirectional_mask(in, request, columns)
                                               : skips_causal_mask(in, request, columns);
  if (!skips) arguments.mask = hf::made_mask(in, columns, hf::predicate_of(request, hf::Padding(in), true));
  const bool flag = in.value.is_causal.value_or(!is_bidirectional(request));
  arguments.is_causal = in.family == Family::sdpa && flag && skips && in.step.fresh > 1;
  return arguments;
}

std::vector<Combination> refusals() {
  const std::string cross = "cross attention of 5 is bidirectional";
  const std::string window = "a window without causality is abs(q - k) <= W there: mask=band:W";
  auto all = hf::layer_refusals("5", {"mask.window", "mask.chunk", "mask.band"});
  all.push_back({{"mask.window", "flag.false"}, window});
  all.push_back({{"mask.band", "flag.true"}, window});
  for (const char* feature :
       {"mask.causal", "mask.window", "mask.chunk", "mask.band", "flag.true", "flag.false"})
    all.push_back({{"cache.cross", feature}, cross});
  return hf::refusals(all);
}

const Registered<Policy> registered{[] {
  return Policy{.name = "hf-5",
                .features =
                    [](Family) {
                      return hf::layer_features({"cache.cross", "mask.full", "mask.band"});
                    },
                .refuses = [](Family) { return refusals(); },
                .empty_row = hf::masking_utils_rows,
                .caches = {"sliding-one-keeps-all", "chunked-one-keeps-all"},
                .arguments = arguments_of};
}};

} // namespace

} // namespace attest::backends
