// The version of attest, as --version and every report say it; a test holds it to the project's.
#pragma once

#include <string_view>

namespace attest::reports {

inline constexpr std::string_view version = "0.1.0";

} // namespace attest::reports
