#include "harness/classify.hpp"

namespace attest::harness {

namespace {

void append(std::vector<Class>& to, const std::vector<Class>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

} // namespace

std::vector<Class> classify(const Facts& facts) {
  if (std::vector<Class> rows = classes_of_rows(facts); !rows.empty()) return rows;
  std::vector<Class> classes = classes_of_alignment(facts);
  append(classes, classes_of_cells(facts));
  append(classes, classes_of_readings(facts));
  if (classes.empty()) classes = classes_of_mixtures(facts);
  if (classes.empty()) classes = classes_of_unlocated(facts);
  return classes.empty() ? classes_of_numbers(facts) : classes;
}

} // namespace attest::harness
