// A kernel: attention on views, as some library or loop of ours computes it. It knows no case, no cache and
// no padding.
#pragma once

#include "backends/view.hpp"
#include "cases/declaration.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attest::backends {

/// What a kernel is asked, in the terms of `scaled_dot_product_attention`.
struct KernelCall {
  View q; ///< (batch, query heads, L, dim)
  View k; ///< (batch, kv heads, S, dim); query head h reads kv head h / (query heads / kv heads)
  View v; ///< (batch, kv heads, S, value_dim)
  std::optional<View> mask = {}; ///< (batch or 1, query heads or 1, L, S): BOOL true = attend, or floating,
                                 ///< added to the scaled score
  bool is_causal =
      false; ///< Torch's flag: row i sees slots <= i, top-left for L != S too; beside a mask both apply
  double scale = 1;
  std::optional<double> softcap = {};
  std::vector<double> sink = {}; ///< one logit per query head, or empty
  std::optional<View> bias =
      {}; ///< ALiBi: (batch or 1, query heads, L, S) in f32 (f64 for f64), added after the softcap
};

/// How `transformers` names the kind of attention function that this kernel stands for: it decides which mask
/// a policy of an era makes for it (eager: always an additive one, sdpa: none where it may be skipped).
enum class Family { eager, sdpa };

struct Kernel {
  std::string name; ///< "plain", "sdpa-flash"
  Family family = Family::sdpa;
  /// Features that are the kernel's to have: dtype.*, layout.*, memory.*, gqa, dv, scale, softcap, sink,
  /// alibi; and unfilled.nan, if NaN in the slots that a BOOL mask or the flag hides does no harm.
  std::vector<std::string> features = {};
  /// What a row gives whose BOOL mask is all false; it is declared unless the policy says otherwise.
  EmptyRow empty_row = EmptyRow::zero;
  Profile profile = {};
  bool deterministic = true;
  Limits limits = {};
  std::vector<Combination> refuses = {};
  /// Returns (batch, query heads, L, value_dim) in q's element type; throws std::exception when the library
  /// throws.
  std::function<View(const KernelCall&)> run = {};
};

} // namespace attest::backends
