// What the loops of our own kernels share: rows as numbers of the accumulation type, converted once, and the
// finishing of scores.
#pragma once

#include "backends/kernel.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace attest::backends {

template <class T> inline constexpr T hidden = -std::numeric_limits<T>::infinity();

/// The elements (a, b, c, 0..) of a view as numbers of type T (float or double), exactly where T can hold
/// them; BOOL as 0 and 1.
template <class T> void load_row(const View&, std::array<std::int64_t, 3> at, T* row);

/// All tokens of one batch row and head, (tokens, channels), row-major.
template <class T> std::vector<T> load_head(const View&, std::int64_t batch, std::int64_t head);

/// Rounds each number once to the element type of the view and writes it at (a, b, c, 0..).
template <class T> void store_row(View&, std::array<std::int64_t, 3> at, const T* row);

/// Throws std::invalid_argument unless all shapes and element types of the call fit each other.
void check_call(const KernelCall&);

/// One query of a call.
struct QueryAt {
  std::int64_t batch = 0;
  std::int64_t head = 0;
  std::int64_t query = 0;
};

/// Turns dot products q . k of the slots first, first + 1, .. into final scores, in place: scale, softcap,
/// bias, mask, flag. `hidden` marks slots whose BOOL is false, whose additive entry is -inf, or that the flag
/// hides.
template <class T> void finish_scores(const KernelCall&, QueryAt, std::int64_t first, std::vector<T>& scores);

/// The features that a kernel has whose loops go through these functions and skip hidden slots.
std::vector<std::string> features_of_loops();

extern template void load_row(const View&, std::array<std::int64_t, 3>, float*);
extern template void load_row(const View&, std::array<std::int64_t, 3>, double*);
extern template std::vector<float> load_head(const View&, std::int64_t, std::int64_t);
extern template std::vector<double> load_head(const View&, std::int64_t, std::int64_t);
extern template void store_row(View&, std::array<std::int64_t, 3>, const float*);
extern template void store_row(View&, std::array<std::int64_t, 3>, const double*);
extern template void finish_scores(const KernelCall&, QueryAt, std::int64_t, std::vector<float>&);
extern template void finish_scores(const KernelCall&, QueryAt, std::int64_t, std::vector<double>&);

} // namespace attest::backends
