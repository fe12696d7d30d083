// Draws a picture: labels on the left, tokens on top, expected and actual side by side.
#include "reports/picture.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace attest::reports {
namespace {

constexpr std::int64_t widest = 100; // slots that are drawn without a cut
constexpr std::int64_t highest = 60; // queries that are drawn without a cut
constexpr std::int64_t around = 3;   // what is kept on each side of a wrong cell when something is cut
constexpr std::int64_t gap = -1;     // stands for what was cut

bool is_judged(const Picture& picture, std::size_t query) {
  return picture.judge_padded || query >= picture.padded.size() || !picture.padded[query];
}

/// True if it is known what a judged row read, and it is not what is right.
bool is_wrong_row(const Picture& picture, std::size_t query) {
  const auto& actual = picture.actual[query];
  return is_judged(picture, query) && actual != picture.expected[query] &&
         actual.find('?') == std::string::npos;
}

/// The actual row with its wrong cells marked.
std::string marked_row(const Picture& picture, std::size_t query) {
  const auto& expected = picture.expected[query];
  std::string row = picture.actual[query];
  if (!is_wrong_row(picture, query)) return row;
  for (std::size_t slot = 0; slot < row.size(); ++slot)
    if (row[slot] != expected[slot]) row[slot] = row[slot] == '#' ? '!' : '-';
  return row;
}

/// Indices that are within `around` of a wanted one or of an end, ascending.
std::vector<std::int64_t> near(std::int64_t count, const std::vector<std::int64_t>& wanted) {
  std::vector<std::uint8_t> kept(static_cast<std::size_t>(count));
  const auto keep = [&](std::int64_t middle) {
    for (std::int64_t i = std::max<std::int64_t>(middle - around, 0);
         i <= std::min(middle + around, count - 1); ++i)
      kept[static_cast<std::size_t>(i)] = 1;
  };
  keep(0);
  keep(count - 1);
  for (const auto index : wanted) keep(index);
  std::vector<std::int64_t> indices;
  for (std::int64_t i = 0; i < count; ++i)
    if (kept[static_cast<std::size_t>(i)]) indices.push_back(i);
  return indices;
}

/// Indices 0..count-1 if they are at most `most`, else those near `wanted` (of too many the first and the
/// last), with a gap wherever some are left out.
std::vector<std::int64_t> cut(std::int64_t count, std::int64_t most,
                              const std::vector<std::int64_t>& wanted) {
  std::vector<std::int64_t> indices(static_cast<std::size_t>(count));
  std::iota(indices.begin(), indices.end(), std::int64_t{0});
  if (count > most) indices = near(count, wanted);
  if (static_cast<std::int64_t>(indices.size()) > most)
    indices.erase(indices.begin() + most / 2, indices.end() - most / 2);
  std::vector<std::int64_t> drawn;
  for (const auto index : indices) {
    if (!drawn.empty() && index != drawn.back() + 1) drawn.push_back(gap);
    drawn.push_back(index);
  }
  return drawn;
}

bool is_mark(char cell) { return cell == '!' || cell == '-'; }

struct Frame {
  std::vector<std::int64_t> rows, columns;
  std::vector<std::string> marked; ///< all rows; empty if there is no actual
};

Frame frame_of(const Picture& picture, bool whole) {
  Frame frame;
  std::vector<std::int64_t> wrong_rows, wrong_columns;
  for (std::size_t query = 0; query < picture.actual.size(); ++query) {
    frame.marked.push_back(marked_row(picture, query));
    const auto& row = frame.marked.back();
    for (std::size_t slot = 0; slot < row.size(); ++slot)
      if (is_mark(row[slot])) wrong_columns.push_back(static_cast<std::int64_t>(slot));
    if (std::any_of(row.begin(), row.end(), is_mark)) wrong_rows.push_back(static_cast<std::int64_t>(query));
  }
  const auto rows = static_cast<std::int64_t>(picture.expected.size());
  const auto columns = static_cast<std::int64_t>(picture.tokens.size());
  frame.rows = cut(rows, whole ? rows : highest, wrong_rows);
  frame.columns = cut(columns, whole ? columns : widest, wrong_columns);
  return frame;
}

/// The row's cells in the columns that are drawn.
std::string pick(const std::string& row, const std::vector<std::int64_t>& columns) {
  std::string picked;
  for (const auto column : columns)
    picked += column == gap ? std::string("…") : std::string(1, row[static_cast<std::size_t>(column)]);
  return picked;
}

/// One line of the tokens' digits, read downwards: `digit` 0 is the last line.
std::string digits(const Picture& picture, std::size_t digit) {
  std::string line;
  for (const auto token : picture.tokens) {
    const std::string text = token < 0 ? "-" : fmt::format("{}", token);
    line += digit < text.size() ? text[text.size() - 1 - digit] : ' ';
  }
  return line;
}

std::string coloured(const std::string& row, bool colour) {
  if (!colour) return row;
  std::string text;
  for (const char cell : row) {
    if (cell == '!')
      text += "\033[1;31m!\033[0m";
    else if (cell == '-')
      text += "\033[1;33m-\033[0m";
    else
      text += cell;
  }
  return text;
}

std::string label_of(const Picture& picture, std::int64_t query) {
  const std::int64_t token = picture.first_query + query;
  return token == query ? fmt::format("query {}", query) : fmt::format("query {}, token {}", query, token);
}

std::string note_of(const Picture& picture, std::size_t query) {
  if (query >= picture.padded.size() || !picture.padded[query]) return "";
  return picture.judge_padded ? "  padded" : "  padded, not judged";
}

std::string title_of(const Picture& picture) {
  std::string title = fmt::format("step {}, batch {}", picture.step, picture.batch);
  if (!picture.heads.empty())
    title +=
        fmt::format(", {} {}", picture.heads.size() == 1 ? "head" : "heads", fmt::join(picture.heads, " "));
  return title;
}

/// Lays out one line: label right-aligned, then one or two pictures `columns` wide. An ellipsis is one column
/// but three bytes, so widths are never taken from strings.
struct Layout {
  std::size_t label = 0;
  std::size_t columns = 0;
  bool both = false;

  std::string line(const std::string& name, const std::string& left, const std::string& right) const {
    std::string text = fmt::format("  {:>{}}  {}", name, label, left);
    if (both) text += fmt::format("{:{}}{}", "", padding(), right);
    return text.substr(0, text.find_last_not_of(' ') + 1);
  }
  std::size_t padding() const { return std::max<std::size_t>(columns, 8) - columns + 3; } // 8: "expected"
};

} // namespace

bool is_wrong(const Picture& picture) {
  for (std::size_t query = 0; query < picture.actual.size(); ++query)
    if (is_wrong_row(picture, query)) return true;
  return false;
}

std::string draw(const Picture& picture, const Drawing& drawing) {
  const Frame frame = frame_of(picture, drawing.whole);
  Layout layout{.label = 5, .columns = frame.columns.size(), .both = !frame.marked.empty()};
  for (const auto query : frame.rows)
    if (query != gap) layout.label = std::max(layout.label, label_of(picture, query).size());
  std::string text = title_of(picture) + "\n";
  const std::string heading(std::max<std::size_t>(layout.columns, 8) + 3 - 8, ' ');
  if (layout.both) text += fmt::format("  {:>{}}  expected{}actual\n", "", layout.label, heading);
  std::size_t lines = 1;
  for (const auto token : picture.tokens)
    lines = std::max(lines, fmt::format("{}", std::max<std::int64_t>(token, 0)).size());
  for (std::size_t digit = lines; digit-- > 0;) {
    const auto row = pick(digits(picture, digit), frame.columns);
    text += layout.line(digit == 0 ? "token" : "", row, row) + "\n";
  }
  for (const auto query : frame.rows) {
    if (query == gap) {
      text += layout.line("…", "", "") + "\n";
      continue;
    }
    const auto index = static_cast<std::size_t>(query);
    const auto right = layout.both ? coloured(pick(frame.marked[index], frame.columns), drawing.colour) : "";
    text += layout.line(label_of(picture, query), pick(picture.expected[index], frame.columns), right) +
            note_of(picture, index) + "\n";
  }
  return text;
}

} // namespace attest::reports
