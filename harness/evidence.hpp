// The rows that prove a class, as the report shows them (CONTRACT section 13).
#pragma once

#include "harness/classes/class.hpp"
#include "harness/judge.hpp"

namespace attest::harness {

struct Proof {
  std::vector<reports::Evidence> evidence = {}; ///< at most 16 rows, in order
  std::int64_t rows = 0;                        ///< how many there are in all
};
Proof evidence_of(const Facts&, const Class&);

/// What the first row of evidence means, in words, and how many more there are. `proof` has at least one row.
std::string sentence_of(const Facts&, const Class&, const Proof& proof);

/// The reads of every step as pictures need them; empty without reads.
std::vector<Recovered> recovered_of(const Question&, const Reads*);

} // namespace attest::harness
