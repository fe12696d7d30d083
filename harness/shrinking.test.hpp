// A judge for tests of shrinking that asks nobody.
#pragma once

#include "harness/fake.test.hpp"
#include "harness/shrink.hpp"

namespace attest::testing {

using KindOf = std::function<std::string(const Case&)>;

/// A judge that only looks at the case: its class, or "" where it agrees.
inline harness::Shrinker by(const KindOf& kind_of) {
  return {.judge =
              [kind_of](const Case& value) {
                const std::string kind = kind_of(value);
                return Judgement{.verdict =
                                     kind.empty() ? reports::Verdict::agrees : reports::Verdict::disagrees,
                                 .kind = kind};
              },
          .declaration = able()};
}

} // namespace attest::testing
