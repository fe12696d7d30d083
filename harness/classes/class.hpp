// A class as a value: its name, what it says in words, and which facts prove it (CONTRACT section 12).
#pragma once

#include "harness/observed.hpp"
#include "harness/question.hpp"

#include <functional>

namespace attest::harness {

/// Which list of wrong rows a class was read from, and so what its evidence shows.
enum class Basis { empty, nonfinite, poison, cells, leaks, dominate, change, heads, zeros, sum, numbers };

struct Class {
  std::string name = "";
  std::string says =
      ""; ///< "the whole answer is that of ..": put before the sentence about the first row; may be empty
  Basis basis = Basis::cells;
};

/// All that a rule may look at. `reads` are those of the mask probe, or of the second round if only they show
/// wrong cells; null if neither could be asked, and then `cells` is empty.
struct Facts {
  const Question& question;
  const Observed& observed;
  const Reads* reads = nullptr;
  WrongCells cells = {};
};

/// A rule gives the classes that fit, in order; none if it doesn't apply.
using Rule = std::function<std::vector<Class>(const Facts&)>;

/// Rule 1: rows that see nothing, and numbers that are not finite.
std::vector<Class> classes_of_rows(const Facts&);
/// Rules 2 and 3: another flag, another alignment.
std::vector<Class> classes_of_alignment(const Facts&);
/// Rules 4 and 5: only leaks of one region, only drops.
std::vector<Class> classes_of_cells(const Facts&);
/// Rule 6: another reading of the mask.
std::vector<Class> classes_of_readings(const Facts&);
/// Rule 7: mixtures.
std::vector<Class> classes_of_mixtures(const Facts&);
/// Leaks that no cell explains: they depend on values, or are of no fed key.
std::vector<Class> classes_of_unlocated(const Facts&);
/// Rule 8: the cells are right.
std::vector<Class> classes_of_numbers(const Facts&);

} // namespace attest::harness
