// The releases before masking_utils (4.53): additive masks made in the model file, and the rule by which sdpa
// went without one.
#pragma once

#include "backends/policies/hf.hpp"

#include <optional>

namespace attest::backends::hf {

/// AttentionMaskConverter._ignore_causal_mask_sdpa of 4.40 to 4.52: sdpa gets no mask if nothing is padded,
/// there is one query or as many as keys, and no window that the keys fill. `keys` is the number of keys that
/// the model believes in.
bool ignores_causal_mask(const PolicyInput&, std::int64_t keys, std::optional<std::int64_t> window);

/// What 4.40 to 4.47 hand to sdpa without a mask: is_causal if there is more than one query.
Arguments without_mask(const PolicyInput&);

/// An additive mask with these columns, under the padding, cut to the keys.
Arguments with_additive_mask(const PolicyInput&, const Columns&, const Sees&);

/// Llama of 4.40 and 4.41 where its mask is not skipped: over all slots of a static cache, else over the
/// keys.
Arguments llama_by_converter(const PolicyInput&);

/// Mistral of 4.40 and 4.41 on a growing cache: AttentionMaskConverter hides from distance W + 1 on, one key
/// too late.
Arguments mistral_by_converter(const PolicyInput&, std::int64_t window);

/// What 4.40 and 4.41 hand over: they differ in their Llama.
Arguments converter_arguments(const PolicyInput&, Arguments (*llama)(const PolicyInput&));

} // namespace attest::backends::hf
