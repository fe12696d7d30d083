// The words of the case language and of reports, each with one sentence, for `attest list`.
#pragma once

#include <string>
#include <vector>

namespace attest::commands {

struct GlossaryEntry {
  std::string name = ""; ///< "static"
  std::string form = ""; ///< as it is written: "static:CAP"
  std::string sentence = "";
};

std::vector<GlossaryEntry> cache_glossary();
std::vector<GlossaryEntry> mask_glossary();
std::vector<GlossaryEntry> class_glossary();

} // namespace attest::commands
