// A numerics profile: where a backend rounds, as it declares it; the reference turns it into a bound per
// element.
#pragma once

#include "cases/case.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace attest {

/// A dtype by name, the case's dtype (io) or what acc says.
enum class Precision { f32, f64, f16, bf16, io, acc };

/// CONTRACT section 8.
struct Profile {
  std::string name = ""; ///< "math", "flash", "eager", or empty for one of its own
  Precision out = Precision::io;
  Precision p = Precision::acc;
  Precision scores = Precision::acc;
  Precision scaled_q = Precision::acc;
  Precision acc = Precision::f32;
  double score_roundings = 2;
  std::array<double, 4> exp =
      {};                ///< relative error of the exponential per Dtype, in the order of the enumeration
  std::int64_t tile = 0; ///< 0: one pass
  bool operator==(const Profile&) const = default;
};

/// math, flash or eager; throws InputError (unknown) for another name. For f64 cases these accumulate in f64
/// with exp 2^-48.
Profile named_profile(const std::string& name);

/// The dtype that a precision means for a case of dtype `io` under this profile.
Dtype resolve(const Profile&, Precision, Dtype io);

/// Relative error of the exponential for a case of dtype `io`.
double exp_error(const Profile&, Dtype io);

nlohmann::ordered_json profile_to_json(const Profile&);
Profile profile_from_json(const nlohmann::ordered_json&, const std::string& pointer);

} // namespace attest
