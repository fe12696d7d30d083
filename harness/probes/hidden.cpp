#include "harness/probes/hidden.hpp"

namespace attest::harness {

std::optional<std::string> keeps_no_zeros(const Question& question) {
  if (question.declaration.numeric) return {};
  return "promises no numbers (numeric is false), so its quantiser may turn the zeros of a probe into others";
}

void note_nonfinite(const Question& question, const Case& asked, const std::vector<WrongNumber>& rows,
                    Observed& observed) {
  if (rows.empty()) return;
  const std::vector<reference::Expected> expected = expected_of(question, asked, question.own);
  for (const WrongNumber& wrong : rows)
    if (!may_overflow(expected[wrong.row.step], wrong.row)) observed.nonfinite.push_back(wrong);
}

} // namespace attest::harness
