// Correct backends of many kinds on random cases: none may be accused.
#include "backends/seeded/seeded.hpp"
#include "cases/line.hpp"
#include "cases/testing.hpp"
#include "harness/generate.hpp"
#include "harness/seeded.test.hpp"

using namespace attest;
using namespace attest::testing;

namespace {

/// Lines that some variant or other is about, and a few random cases; selftest judges far more.
std::vector<Case> cases_for_all() {
  std::vector<Case> cases;
  for (const char* line :
       {"steps=9", "steps=3,2 cache=quantized:4", "heads=4/2 steps=20 dtype=bf16 data=large",
        "batch=2 steps=5,1 cache=static:8 pad=left:2,0 unfilled=canary", "steps=3 keys=2 sink=1",
        "heads=2 steps=12 sink=0.5,-2 alibi=0.5,0.25 softcap=5 dtype=f16",
        "steps=4 pad=left:1 rows=all form=additive",
        "steps=17 is_causal=true mask=full memory=sliced layout=bhds"})
    cases.push_back(reference::read_line(line));
  for (std::uint64_t index = 0; index < 8; ++index) cases.push_back(harness::random_case(2, index));
  return cases;
}

} // namespace

TEST_CASE("no correct variant is accused, and each is really judged") {
  const std::vector<Case> cases = cases_for_all();
  for (const backends::Variant& variant : backends::variants()) {
    const std::string& name = variant.backend.declaration.name;
    std::int64_t agreed = 0;
    for (const Case& value : cases) {
      INFO(name << ": " << print_line(value));
      const harness::Judgement judgement = judge_backend(value, variant.backend, variant.backend.declaration);
      CHECK(judgement.kind == "");
      agreed += judgement.verdict == reports::Verdict::agrees ? 1 : 0;
    }
    INFO(name);
    CHECK(agreed > 0);
  }
}
