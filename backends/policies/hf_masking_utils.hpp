// The releases with masking_utils (4.53 and later): a predicate per pattern over the columns that the cache
// announces; BOOL for sdpa, the lowest finite number for eager.
#pragma once

#include "backends/policies/hf.hpp"

#include <optional>

namespace attest::backends::hf {

/// Where the releases from 4.53 to 4.57 differ.
struct MaskingUtils {
  bool left_padding = true;                         ///< chunks start at the first real token (4.56)
  Columns (*columns)(const PolicyInput&) = nullptr; ///< get_mask_sizes of the era's caches
};

/// get_mask_sizes of the layers of 4.56 and later (of 4.53 too, but for SlidingWindowCache).
Columns layer_columns(const PolicyInput&);

/// W or C of the pattern, which bars the skip of the mask when the keys reach it.
std::optional<std::int64_t> local_size(const Request&);

/// Rows that see nothing: eager's additive masks give the mean, sdpa leaves them to its kernel.
std::map<std::string, EmptyRow> masking_utils_rows(Family);

/// What the caches of 4.56 and later can do, lists of layers, and `more`.
std::vector<std::string> layer_features(const std::vector<std::string>& more);

/// Their StaticCache has window layers wherever the model has a window: cache=static is refused with these
/// masks.
std::vector<Combination> layer_refusals(const std::string& release, const std::vector<std::string>& masks);

/// What 4.53 to 4.57 hand over. The keyword is_causal reaches sdpa unchanged, beside a mask and at decode
/// too; the mask is made as if it were not given.
Arguments masking_utils_arguments(const PolicyInput&, const MaskingUtils&);

/// The mask of a pattern in the format of the family, cut to the keys.
View made_mask(const PolicyInput&, const Columns&, const Sees&);

} // namespace attest::backends::hf
