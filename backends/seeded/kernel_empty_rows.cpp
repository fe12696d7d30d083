// Kernels whose rows that see nothing hold something else than what they declare.
#include "backends/seeded/around.hpp"
#include "backends/seeded/leaks.hpp"

namespace attest::backends {

namespace {

/// True if the row sees no key, and no sink gives it a defined answer.
bool is_empty(const LoopRow& row) { return row.call.sink.empty() && first_seen(row) == row.scores.size(); }

/// The loops, with these numbers in every channel of a row that sees nothing.
Kernel holding(const std::string& name, std::function<double(const LoopRow&, std::size_t channel)> value) {
  return loop_kernel(name, {.attend = [value](LoopRow& row) {
                       soften(row), gather(row);
                       for (std::size_t c = 0; c < row.out.size() && is_empty(row); ++c)
                         row.out[c] = value(row, c);
                     }});
}

Kernel declaring(Kernel kernel, EmptyRow empty_row) {
  kernel.empty_row = empty_row;
  return kernel;
}

double mean(const LoopRow& row, std::size_t channel) {
  if (row.scores.empty()) return 0;
  double sum = 0;
  for (std::size_t at = channel; at < row.v.size(); at += row.out.size()) sum += row.v[at];
  return sum / static_cast<double>(row.scores.size());
}

double not_a_number(const LoopRow&, std::size_t) { return std::numeric_limits<double>::quiet_NaN(); }
double tiny_number(const LoopRow&, std::size_t) { return 0x1p-14; }

const Seeded<Mutant> registered{[] {
  return std::vector<Mutant>{
      {.backend = on_exact(holding("empty-row-nan", not_a_number)),
       .expects = {"row.nan"},
       .report = "https://github.com/openvinotoolkit/openvino/issues/35959",
       .says = "a row that sees nothing is NaN, declared are zeros"},
      {.backend = on_exact(holding("empty-row-mean", mean), {.lacks = {"unfilled.nan"}}),
       .expects = {"row.uniform"},
       .report = "https://github.com/microsoft/onnxruntime/issues/14363",
       .says = "a row that sees nothing is the mean of all values, declared are zeros"},
      {.backend = on_exact(holding("empty-row-almost-zero", tiny_number)),
       .expects = {"row.value"},
       .says = "a row that sees nothing holds 2^-14, declared are zeros"},
      {.backend = on_exact(declaring(loop_kernel("empty-row-zero", {}), EmptyRow::nan)),
       .expects = {"row.zero"},
       .says = "a row that sees nothing holds zeros, declared is NaN"},
      {.backend = on_exact(declaring(loop_kernel("empty-row-zero-not-mean", {}), EmptyRow::mean)),
       .expects = {"row.zero"},
       .says = "a row that sees nothing holds zeros, declared is the mean"},
  };
}};

} // namespace

} // namespace attest::backends
