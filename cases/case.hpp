// The case: the value that describes an attention problem completely. It prints as one line (line.hpp) and as
// JSON (case_json.hpp), and both read back to an equal value.
#pragma once

#include "cases/dtype.hpp"
#include "cases/mask.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace attest {

enum class CacheKind {
  none,
  dynamic,
  static_,
  sliding,
  static_sliding,
  chunked,
  ring,
  quantized,
  paged,
  cross,
  sink
};

/// `numbers`: static {capacity}, sliding {window}, static-sliding {window, capacity}, chunked {chunk}, ring
/// {capacity}, quantized {bits}, paged {page}, sink {first, window}; none, dynamic and cross have none.
struct Cache {
  CacheKind kind = CacheKind::none;
  std::vector<std::int64_t> numbers = {};
  bool operator==(const Cache&) const = default;
};

/// One call with `tokens` new tokens.
struct Feed {
  std::int64_t tokens = 1;
  bool operator==(const Feed&) const = default;
};
/// Forget all tokens from `length` on.
struct Crop {
  std::int64_t length = 0;
  bool operator==(const Crop&) const = default;
};
/// Row b goes on with what row rows[b] had.
struct Reorder {
  std::vector<std::int64_t> rows = {};
  bool operator==(const Reorder&) const = default;
};
/// Forget everything; same buffers.
struct Reset {
  bool operator==(const Reset&) const = default;
};
/// An entry of `steps`: a step, or an operation on the cache between two steps.
using Entry = std::variant<Feed, Crop, Reorder, Reset>;

enum class PadSide { none, left, right, bits };

/// Pads belong to (row, token): `counts` per batch row for left and right, `bits` per batch row ('0' is a
/// pad) for bits.
struct Pad {
  PadSide side = PadSide::none;
  std::vector<std::int64_t> counts = {};
  std::vector<std::string> bits = {};
  bool operator==(const Pad&) const = default;
};

enum class Form { none, padding, boolean, additive, additive_inf };
enum class MaskShape { b1qk, bhqk, oneoneqk, qk };
enum class Rows { real, all };
enum class Layout { bhsd, bshd, sbhd, bhds };
enum class Memory { plain, sliced, expanded };
enum class Unfilled { zeros, canary, nan };
enum class Data { normal, integers, near_tie, large, offset, constant, zero_keys };

/// Defaults are those of the case language (CONTRACT section 1), once filled in by the reader: `keys` and
/// `offset` hold their defaults with cache=none, `keys` is set with cache=cross, and both are empty with
/// every other cache; `mask` is causal (cross: full); `form` is padding when there are pads.
struct Case {
  std::int64_t batch = 1;
  std::int64_t query_heads = 1;
  std::int64_t kv_heads = 1;
  std::int64_t dim = 8;       ///< size of q and k
  std::int64_t value_dim = 8; ///< size of v
  std::vector<Entry> steps = {};
  Cache cache = Cache(); // not {}: GCC 12 then warns of uninitialized members wherever a Case is made
  std::optional<std::int64_t> keys = {};
  Mask mask = mask_of(TermKind::causal);
  Pad pad = {};
  std::optional<bool> is_causal = {};
  Form form = Form::none;
  MaskShape mask_shape = MaskShape::b1qk;
  std::optional<Dtype> mask_dtype = {}; ///< empty: io, the dtype of the case
  std::optional<std::int64_t> offset = {};
  Rows rows = Rows::real;
  Dtype dtype = Dtype::f32;
  std::optional<double> scale = {}; ///< empty: 1/sqrt(dim); at most 9 decimals, as softcap, sink and alibi
  std::optional<double> softcap = {};
  std::vector<double> sink = {}; ///< empty, one, or one per query head; not yet rounded to the dtype
  std::vector<double> alibi = {};
  Layout layout = Layout::bhsd;
  Memory memory = Memory::plain;
  Unfilled unfilled = Unfilled::zeros;
  Data data = Data::normal;
  std::uint64_t seed = 0;
  bool operator==(const Case&) const = default;
};

/// The case with `keys` and `offset` filled by their defaults where they are absent and allowed (cache=none).
/// The readers of lines and JSON have done it; a Case built in code goes through it before it is compared,
/// printed or judged.
Case with_defaults(Case);

/// The scale in use: the given one, or 1/sqrt(dim).
double scale_of(const Case&);

/// The sink (or alibi slope) of query head h, rounded to the dtype; the list must not be empty.
double per_head(const Case&, const std::vector<double>& list, std::int64_t head);

/// The kv head that query head h reads: h / (query_heads / kv_heads), rounded down.
std::int64_t kv_head_of(const Case&, std::int64_t head);

} // namespace attest
