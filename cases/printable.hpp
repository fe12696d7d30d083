// Text that somebody else wrote (a testee, a file, a person at the keyboard) as it may stand in a sentence or
// on a terminal: nothing in it is obeyed, and nothing in it floods the screen.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attest {

/// What of a text is shown.
struct Shown {
  std::size_t most = 200; ///< characters; an escaped byte is four
  bool ascii = false;     ///< escape all other letters too, where one that looks like another would mislead
};

/// A text on one line: the letters of valid UTF-8 stay; control characters, marks that nobody sees (line
/// separators, writing directions, zero width) and bytes that are no UTF-8 become \xNN; a longer text ends
/// with
/// "...".
std::string one_line(std::string_view text, Shown = {});

/// The last `most` lines of a text, each as one_line gives it; empty lines at its end are left out, and a tab
/// is two spaces.
std::vector<std::string> last_lines(std::string_view text, std::size_t most);

} // namespace attest
