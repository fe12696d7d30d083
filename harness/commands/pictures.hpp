// From a case and what a judgement recovered to pictures that reports can draw.
#pragma once

#include "harness/judge.hpp"
#include "reports/picture.hpp"

#include <vector>

namespace attest::commands {

/// What is right at every step and batch row.
std::vector<reports::Picture> expected_pictures(const Case&);

/// The same beside what was read; several for a batch row where its heads differ.
std::vector<reports::Picture> pictures_of(const Case&, const harness::Judgement&);

} // namespace attest::commands
