// A case and its steps as JSON, as the vectors of the contract hold them (CONTRACT sections 14 and 15).
#pragma once

#include "cases/case.hpp"
#include "cases/profile.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace attest::commands {

/// {"line", "case", "steps"}. With a profile each step also has q, k, v (null where not fed), expected and
/// bound as nested arrays (batch, head, token or query, channel).
nlohmann::ordered_json shown_case(const Case&, const std::optional<Profile>& values);

} // namespace attest::commands
