// Cells to strings, heads that read alike to one picture.
#include "harness/commands/pictures.hpp"

#include "cases/pads.hpp"
#include "reference/slots.hpp"

#include <map>

namespace attest::commands {
namespace {

using reports::Picture;

std::vector<std::string> rows_of(const reference::Cells& cells, std::int64_t batch) {
  std::vector<std::string> rows;
  for (std::int64_t query = 0; query < cells.queries; ++query) {
    std::string row;
    for (std::int64_t slot = 0; slot < cells.slots; ++slot) row += cells.at(batch, query, slot) ? '#' : '.';
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> rows_of(const harness::Recovered& actual, std::int64_t batch, std::int64_t head) {
  std::vector<std::string> rows;
  for (std::int64_t query = 0; query < actual.queries; ++query) {
    const auto index = static_cast<std::size_t>((batch * actual.heads + head) * actual.queries + query);
    if (!actual.known[index]) {
      rows.push_back(std::string(static_cast<std::size_t>(actual.slots), '?'));
      continue;
    }
    std::string row;
    for (std::int64_t slot = 0; slot < actual.slots; ++slot)
      row += actual.read[index * static_cast<std::size_t>(actual.slots) + static_cast<std::size_t>(slot)]
                 ? '#'
                 : '.';
    rows.push_back(row);
  }
  return rows;
}

Picture picture_of(const Case& value, const StepPlan& plan, const reference::Cells& cells,
                   std::int64_t batch) {
  Picture picture{.step = plan.step, .batch = batch};
  picture.tokens = tokens_of(plan);
  picture.first_query = plan.q0;
  picture.expected = rows_of(cells, batch);
  picture.judge_padded = value.rows == Rows::all;
  for (std::int64_t query = 0; query < cells.queries; ++query)
    picture.padded.push_back(
        is_padded_query(value, plan.sequence[static_cast<std::size_t>(batch)], plan.q0 + query));
  return picture;
}

/// One picture per way of reading, in order of the first head that reads so.
std::vector<Picture> by_heads(const Picture& expected, const harness::Recovered& actual) {
  std::vector<Picture> pictures;
  for (std::int64_t head = 0; head < actual.heads; ++head) {
    const auto rows = rows_of(actual, expected.batch, head);
    auto same = pictures.begin();
    while (same != pictures.end() && same->actual != rows) ++same;
    if (same == pictures.end()) {
      pictures.push_back(expected);
      same = pictures.end() - 1;
      same->actual = rows;
    }
    same->heads.push_back(head);
  }
  if (pictures.size() == 1) pictures.front().heads.clear();
  return pictures;
}

} // namespace

std::vector<Picture> expected_pictures(const Case& value) {
  std::vector<Picture> pictures;
  for (const auto& plan : reference::plan_of(value)) {
    const auto cells = reference::cells_of(value, plan);
    for (std::int64_t batch = 0; batch < value.batch; ++batch)
      pictures.push_back(picture_of(value, plan, cells, batch));
  }
  return pictures;
}

std::vector<Picture> pictures_of(const Case& value, const harness::Judgement& judgement) {
  std::vector<Picture> pictures;
  for (const auto& expected : expected_pictures(value)) {
    const auto step = static_cast<std::size_t>(expected.step);
    const bool known = step < judgement.actual.size() && judgement.actual[step].heads > 0;
    if (!known) {
      pictures.push_back(expected);
      continue;
    }
    for (const auto& picture : by_heads(expected, judgement.actual[step])) pictures.push_back(picture);
  }
  return pictures;
}

} // namespace attest::commands
