// One judgement as text: verdict, sentence, pictures, evidence, and the command that replays it.
#pragma once

#include "harness/judge.hpp"

#include <string>

namespace attest::commands {

struct JudgedCase {
  Case value = {};
  std::string backend = "";
  std::string repro = "";
  harness::Judgement judgement = {};
};

/// Ends with a newline. `colour` marks wrong cells in ANSI colour too.
std::string judgement_text(const JudgedCase&, bool colour);

} // namespace attest::commands
