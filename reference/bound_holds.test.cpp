// Plain low-precision kernels, as a backend would write them: their errors must stay inside the bound, and
// not far inside.
#include "cases/dtype.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "reference/attention.hpp"
#include "reference/slots.hpp"

#include <algorithm>
#include <cmath>

namespace attest::reference {
namespace {

/// Where the simulated kernel rounds; everything else is float.
struct Kernel {
  Dtype io = Dtype::f32;
  bool stores_scores = false; ///< q.k, then scale * (q.k), each in io
  bool stores_weights = false;
  std::size_t tile = 0; ///< online softmax over tiles of this many keys; 0: one pass
};

struct Row {
  const Case& in;
  std::vector<double> q;
  std::vector<std::vector<double>> k, v;
};

float rounded(Dtype dtype, float x) { return static_cast<float>(round_to(dtype, x)); }

float score(const Kernel& kernel, const Row& row, std::size_t j) {
  float sum = 0;
  for (std::size_t c = 0; c < row.q.size(); ++c)
    sum += static_cast<float>(row.q[c]) * static_cast<float>(row.k[j][c]);
  const auto kept = [&](float x) { return kernel.stores_scores ? rounded(kernel.io, x) : x; };
  float s = kept(kept(sum) * static_cast<float>(scale_of(row.in)));
  if (row.in.softcap) {
    const auto cap = static_cast<float>(*row.in.softcap);
    s = kept(cap * kept(std::tanh(kept(s / cap))));
  }
  if (row.in.alibi.empty()) return s;
  const auto distance = static_cast<float>(j) - static_cast<float>(row.k.size() - 1);
  return kept(s + kept(static_cast<float>(per_head(row.in, row.in.alibi, 0)) * distance));
}

/// softmax first, then its weights (rounded if they are stored) times v.
std::vector<float> one_pass(const Kernel& kernel, const Row& row, const std::vector<float>& s) {
  float top = row.in.sink.empty() ? s[0] : static_cast<float>(per_head(row.in, row.in.sink, 0));
  const float sink = top;
  for (const float x : s) top = std::max(top, x);
  float sum = row.in.sink.empty() ? 0 : std::exp(sink - top);
  for (const float x : s) sum += std::exp(x - top);
  std::vector<float> out(row.v[0].size(), 0);
  for (std::size_t j = 0; j < s.size(); ++j) {
    const float p = std::exp(s[j] - top) / sum;
    for (std::size_t c = 0; c < out.size(); ++c)
      out[c] += (kernel.stores_weights ? rounded(kernel.io, p) : p) * static_cast<float>(row.v[j][c]);
  }
  return out;
}

/// Unnormalised weights tile by tile, rescaled when the maximum grows, divided at the end.
std::vector<float> tiled(const Kernel& kernel, const Row& row, const std::vector<float>& s) {
  float top = row.in.sink.empty() ? -INFINITY : static_cast<float>(per_head(row.in, row.in.sink, 0));
  float sum = row.in.sink.empty() ? 0.0F : 1.0F;
  std::vector<float> out(row.v[0].size(), 0);
  for (std::size_t first = 0; first < s.size(); first += kernel.tile) {
    const std::size_t end = std::min(first + kernel.tile, s.size());
    const float higher = std::max(top, *std::max_element(s.begin() + first, s.begin() + end));
    const float shrink = std::exp(top - higher);
    sum *= shrink;
    for (float& x : out) x *= shrink;
    top = higher;
    for (std::size_t j = first; j < end; ++j) {
      const float p = std::exp(s[j] - top);
      sum += p;
      for (std::size_t c = 0; c < out.size(); ++c)
        out[c] += (kernel.stores_weights ? rounded(kernel.io, p) : p) * static_cast<float>(row.v[j][c]);
    }
  }
  for (float& x : out) x /= sum;
  return out;
}

std::vector<double> run(const Kernel& kernel, const Row& row) {
  std::vector<float> s;
  for (std::size_t j = 0; j < row.k.size(); ++j) s.push_back(score(kernel, row, j));
  std::vector<double> out;
  for (const float x : kernel.tile == 0 ? one_pass(kernel, row, s) : tiled(kernel, row, s))
    out.push_back(round_to(kernel.io, x));
  return out;
}

Row row_of(const Case& in, const Fed& fed) {
  Row row = {.in = in, .q = fed.q.values, .k = {}, .v = {}};
  for (std::int64_t j = 0; j < *in.keys; ++j) {
    const auto k = fed.k.values.begin() + j * in.dim;
    const auto v = fed.v.values.begin() + j * in.value_dim;
    row.k.emplace_back(k, k + in.dim);
    row.v.emplace_back(v, v + in.value_dim);
  }
  return row;
}

/// The largest error over a bound of one random case, or 0 if its row is ill-conditioned.
struct Rho {
  double hard = 0;
  double likely = 0;
};

Rho rhos_of(const Kernel& kernel, const std::string& profile, const std::string& line) {
  const Case in = parse_line(line);
  const StepPlan plan = plan_of(in).front();
  const Fed fed = problem_of(in).front();
  const Expected expected =
      attend(in, plan, fed, {.k = fed.k, .v = fed.v}, cells_of(in, plan), named_profile(profile));
  const std::vector<double> out = run(kernel, row_of(in, fed));
  Rho rho;
  for (std::size_t c = 0; c < out.size(); ++c) {
    const double error = std::abs(out[c] - expected.out.values[c]);
    rho.hard = std::max(rho.hard, error / expected.bound.values[c]);
    rho.likely = std::max(rho.likely, error / expected.likely.values[c]);
  }
  return rho;
}

double rho_of(const Kernel& kernel, const std::string& profile, const std::string& line) {
  return rhos_of(kernel, profile, line).hard;
}

std::string random_line(const std::string& dtype, std::uint64_t i) {
  const std::vector<std::string> data = {"normal", "near-tie", "large", "offset", "constant", "integers"};
  const std::vector<std::string> extra = {
      "", " softcap=2.5", " alibi=0.25", " sink=0.5", " sink=-1 softcap=4 alibi=0.125", " scale=1.5"};
  return "dim=" + std::to_string(1 + i % 16) + "/4 steps=1 keys=" + std::to_string(1 + i * 7 % 60) +
         " dtype=" + dtype + extra[i / 6 % extra.size()] + " data=" + data[i % data.size()] +
         " seed=" + std::to_string(i);
}

/// The largest rho over many cases, all of which must be at most 1.
double largest_rho(const Kernel& kernel, const std::string& profile) {
  const std::string dtype = kernel.io == Dtype::f32 ? "f32" : kernel.io == Dtype::f16 ? "f16" : "bf16";
  double largest = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::string line = random_line(dtype, i);
    INFO(line);
    const double rho = rho_of(kernel, profile, line);
    CHECK(rho <= 1);
    largest = std::max(largest, rho);
  }
  return largest;
}

TEST_CASE("kernels stay inside the bound of their profile") {
  for (const Dtype io : {Dtype::f32, Dtype::f16, Dtype::bf16}) {
    INFO("dtype " << static_cast<int>(io));
    CHECK(largest_rho({.io = io}, "math") > 0.05);
    CHECK(largest_rho({.io = io, .stores_scores = true, .stores_weights = true}, "eager") > 0.05);
    CHECK(largest_rho({.io = io, .stores_weights = true, .tile = 512}, "flash") > 0.05);
  }
}

/// The largest error over the statistical bound in long rows.
double largest_in_long_rows(const Kernel& kernel, const std::string& profile, const std::string& extra) {
  double largest = 0;
  for (const int keys : {32, 64, 200, 257, 341, 512})
    for (const std::string data : {"normal", "near-tie", "large", "offset", "integers", "zero-keys"}) {
      const std::string line = "dim=16 steps=1 keys=" + std::to_string(keys) +
                               " dtype=" + (kernel.io == Dtype::f16 ? "f16" : "bf16") + " data=" + data +
                               extra;
      INFO(line);
      const double rho = rhos_of(kernel, profile, line).likely;
      CHECK(rho <= 1);
      largest = std::max(largest, rho);
    }
  return largest;
}

TEST_CASE("kernels stay inside the statistical bound too, however alike their weights are") {
  for (const Dtype io : {Dtype::f16, Dtype::bf16}) {
    const Kernel eager = {.io = io, .stores_scores = true, .stores_weights = true};
    const Kernel flash = {.io = io, .stores_weights = true, .tile = 512};
    // scale=0: all weights equal, so that their roundings do not cancel.
    for (const std::string extra : {"", " scale=0", " sink=2", " softcap=4", " alibi=0.0625"}) {
      CHECK(largest_in_long_rows(eager, "eager", extra) > 0.1);
      CHECK(largest_in_long_rows(flash, "flash", extra) > 0.1);
    }
  }
}

TEST_CASE("a kernel that rounds where its profile does not say so is found") {
  CHECK(rho_of({.io = Dtype::bf16, .stores_scores = true, .stores_weights = true}, "math",
               "steps=1 keys=50 dtype=bf16 data=large dim=16") > 1);
}

} // namespace
} // namespace attest::reference
