// A run in which an oracle never ran says so.
#include "reports/blind.hpp"

#include "cases/testing.hpp"

using namespace attest::reports;

namespace {

using Sentences = std::vector<std::string>;

/// Two judged cases of a backend: bound and mask ran in both, zeros in neither.
Report seen() {
  Report report;
  report.backends = {{.declaration = {.name = "a"}}};
  report.max_rho["a"] = 0.5;
  report.looked["a"] = {.seeing = 2,
                        .probes = {{"bound", {.ran = 2}},
                                   {"mask", {.ran = 2}},
                                   {"zeros", {.ran = 0, .impossible = 2, .reason = "no q and k score -16"}}}};
  return report;
}

} // namespace

TEST_CASE("one structural probe and one number are enough") { CHECK(blind_oracles(seen()).empty()); }

TEST_CASE("no structural probe at all is said with the first reason") {
  Report report = seen();
  report.looked["a"].probes["mask"] = {.ran = 0, .impossible = 2, .reason = "does not have unfilled.zeros"};
  CHECK(blind_oracles(report) ==
        Sentences{"no structural probe ran on a in 2 judged cases (mask: does not have unfilled.zeros)"});
  report.numbers_only = true;
  CHECK(blind_oracles(report).empty());
}

TEST_CASE("no number at all is said unless the backend promises none") {
  Report report = seen();
  report.max_rho.clear();
  CHECK(
      blind_oracles(report) ==
      Sentences{"no number of a was held against a bound in 2 judged cases (every row was ill-conditioned)"});
  report.backends[0].declaration.numeric = false;
  CHECK(blind_oracles(report).empty());
}

TEST_CASE("where there was nothing to look at nobody is blind") {
  Report report = seen();
  report.max_rho.clear();
  report.looked["a"] = {.seeing = 0, .probes = {{"bound", {.ran = 2}}}};
  CHECK(blind_oracles(report).empty());
  report.looked.clear();
  CHECK(blind_oracles(report).empty());
}
