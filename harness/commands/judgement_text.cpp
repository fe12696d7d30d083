// What `attest repro` says about one case on one backend.
#include "harness/commands/judgement_text.hpp"

#include "cases/line.hpp"
#include "cases/printable.hpp"
#include "harness/commands/pictures.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace attest::commands {
namespace {

using harness::Judgement;
using reports::Verdict;

constexpr std::size_t most_pictures = 12; // a screen or two
constexpr std::size_t most_lines = 20;    // of a traceback or of stderr

std::string counted(std::int64_t number, const std::string& word) {
  return fmt::format("{} {}{}", number, word, number == 1 ? "" : "s");
}

/// Cells first..last of a list: slots in a row that hold tokens in a row, or nothing.
struct Run {
  const reports::Cell* first = nullptr;
  const reports::Cell* last = nullptr;
};

bool follows(const reports::Cell& next, const reports::Cell& cell) {
  const bool named = cell.slot && next.slot && *next.slot == *cell.slot + 1 && next.row == cell.row;
  const bool tokens =
      cell.token.has_value() == next.token.has_value() && (!cell.token || *next.token == *cell.token + 1);
  return named && tokens && cell.weight == next.weight;
}

std::vector<Run> runs_of(const std::vector<reports::Cell>& cells) {
  std::vector<Run> runs;
  for (const auto& cell : cells) {
    if (runs.empty() || !follows(cell, *runs.back().last)) runs.push_back({&cell, &cell});
    runs.back().last = &cell;
  }
  return runs;
}

std::string range_text(const std::string& word, std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("{} {}", word, first) : fmt::format("{}s {}..{}", word, first, last);
}

/// "slots 4..5 (no token, weight 0.167)", "slot 2 (token 7 of row 1)".
std::string run_text(const Run& run, std::int64_t batch) {
  const auto& cell = *run.first;
  if (!cell.slot && cell.count) return counted(*cell.count, "slot") + " that cannot be named";
  // A leak that no key of the second round explains.
  if (!cell.slot && !cell.token)
    return "what cannot be named" + (cell.weight ? fmt::format(" (weight {:.3g})", *cell.weight) : "");
  std::string text =
      cell.slot ? range_text("slot", *cell.slot, *run.last->slot) : "a slot that cannot be named";
  text += cell.token ? fmt::format(" ({}", range_text("token", *cell.token, *run.last->token))
                     : std::string(" (no token");
  if (cell.row && *cell.row != batch) text += fmt::format(" of row {}", *cell.row);
  if (cell.weight) text += fmt::format(", weight {:.3g}", *cell.weight);
  return text + ")";
}

std::string cells_text(const char* verb, const std::vector<reports::Cell>& cells, std::int64_t batch) {
  std::vector<std::string> texts;
  for (const auto& run : runs_of(cells)) texts.push_back(run_text(run, batch));
  return texts.empty() ? "" : fmt::format("; {} {}", verb, fmt::join(texts, ", "));
}

std::string value_text(const reports::Value& value, const std::string& kind) {
  if (!value.kv_head)
    return fmt::format("; channel {} is {:.9g} and should be {:.9g} (bound {:.3g})", value.channel,
                       value.actual, value.expected, value.bound);
  // In the probe for heads every value of v is 1 + its kv head.
  const std::string read = kind == "leak.head" ? std::string("a mixture of kv heads")
                                               : fmt::format("kv head {:.0f}", value.actual - 1);
  return fmt::format("; reads {}, should read kv head {}", read, *value.kv_head);
}

std::string evidence_text(const reports::Evidence& row, const std::string& kind) {
  std::string text =
      cells_text("reads", row.leaked, row.batch) + cells_text("misses", row.dropped, row.batch);
  if (row.value) text += value_text(*row.value, kind);
  if (text.empty()) return "";
  return fmt::format("  step {}, batch {}, head {}, query {}: {}\n", row.step, row.batch, row.head, row.query,
                     text.substr(2));
}

std::string evidence_of(const Judgement& judgement) {
  std::string text;
  for (const auto& row : judgement.evidence) text += evidence_text(row, judgement.kind);
  return text.empty() ? "" : "\nevidence\n" + text;
}

/// The last lines of a text that somebody else wrote, indented.
std::string tail(const std::string& title, const std::string& text) {
  auto lines = last_lines(text, most_lines + 1);
  if (lines.empty()) return "";
  const bool cut = lines.size() > most_lines;
  if (cut) lines.erase(lines.begin());
  std::string result =
      fmt::format("\n{}{}\n", title, cut ? fmt::format(" (the last {} lines)", most_lines) : "");
  for (const auto& line : lines) result += "  " + line + "\n";
  return result;
}

bool is_unknown(const reports::Picture& picture) {
  return std::any_of(picture.actual.begin(), picture.actual.end(),
                     [](const std::string& row) { return row.find('?') != std::string::npos; });
}

bool has_unwritten(const reports::Picture& picture) {
  return std::any_of(picture.tokens.begin(), picture.tokens.end(),
                     [](std::int64_t token) { return token < 0; });
}

std::string legend_of(const std::vector<reports::Picture>& pictures) {
  std::string legend = "\n# read, . not read";
  if (std::any_of(pictures.begin(), pictures.end(), has_unwritten))
    legend += ", - above: a slot that holds no token";
  if (std::any_of(pictures.begin(), pictures.end(), is_unknown)) legend += ", ? not known";
  if (std::any_of(pictures.begin(), pictures.end(), reports::is_wrong))
    legend += "; wrong: ! read, - not read";
  return legend + "\n";
}

bool is_small(const reports::Picture& picture) {
  return picture.expected.size() <= 24 && picture.tokens.size() <= 48;
}

/// All pictures if they are few; of many, or beside something wrong, only those that tell something.
std::vector<reports::Picture> worth_drawing(const std::vector<reports::Picture>& all) {
  const bool wrong = std::any_of(all.begin(), all.end(), reports::is_wrong);
  std::vector<reports::Picture> chosen;
  for (const auto& picture : all) {
    const bool telling = reports::is_wrong(picture) || is_unknown(picture);
    const bool dull = all.size() > most_pictures || (wrong && !is_small(picture));
    if (chosen.size() < most_pictures && (telling || !dull)) chosen.push_back(picture);
  }
  return chosen.empty() ? std::vector(all.begin(), all.begin() + 1) : chosen;
}

std::string pictures_text(const JudgedCase& judged, bool colour) {
  const auto all = pictures_of(judged.value, judged.judgement);
  const auto pictures = worth_drawing(all);
  std::string text = legend_of(pictures);
  for (const auto& picture : pictures) {
    text += "\n";
    text += reports::draw(picture, {.colour = colour});
    if (picture.actual.empty()) text += "  (what was read here is not known)\n";
  }
  if (pictures.size() == all.size()) return text;
  const auto wrong = std::count_if(all.begin(), all.end(), reports::is_wrong) -
                     std::count_if(pictures.begin(), pictures.end(), reports::is_wrong);
  return text + fmt::format("\nnot drawn: {} more, {} of them wrong\n", all.size() - pictures.size(), wrong);
}

/// True if the numbers stayed silent and had to: no row's bound could have shown a leak this light. (A leak
/// moves its row by at most the sum of its weights times the distance that the power figure is made from.)
bool too_light_for_numbers(const Judgement& judgement) {
  if (judgement.evidence.empty() || judgement.rho.value_or(0) > 1) return false;
  const auto too_light = [](const reports::Evidence& row) {
    double weight = 0;
    for (const auto& cell : row.leaked)
      weight += cell.weight.value_or(0) * static_cast<double>(cell.count.value_or(1));
    return !row.leaked.empty() && row.power && weight < *row.power;
  };
  return std::all_of(judgement.evidence.begin(), judgement.evidence.end(), too_light);
}

/// What silence of the numbers is worth.
std::string power_text(const Judgement& judgement) {
  if (!judgement.power) return "";
  if (!(*judgement.power < 1))
    return "numbers alone would have shown no leaked weight in some row, however large\n";
  const std::string text =
      fmt::format("numbers alone would have shown a leaked weight from {:.2g} on", *judgement.power);
  return text + (too_light_for_numbers(judgement) ? ", so not this one\n" : "\n");
}

std::string headline(const JudgedCase& judged) {
  const auto& judgement = judged.judgement;
  std::string text = fmt::format("{}\n{}: {}", print_line(judged.value), one_line(judged.backend),
                                 verdict_name(judgement.verdict));
  if (!judgement.kind.empty()) text += ", class " + judgement.kind;
  if (judgement.rho) text += fmt::format(" (rho {:.3g})", *judgement.rho);
  text += "\n";
  if (!judgement.sentence.empty()) text += judgement.sentence + "\n";
  text += power_text(judgement);
  if (judgement.suspicious)
    text += "suspicious: beyond the statistical bound, but not again with other data, so no finding\n";
  if (!judgement.also.empty()) text += fmt::format("also fits: {}\n", fmt::join(judgement.also, ", "));
  for (const auto& reason : judgement.impossible) text += "not probed: " + reason + "\n";
  return text;
}

} // namespace

std::string judgement_text(const JudgedCase& judged, bool colour) {
  const auto& judgement = judged.judgement;
  std::string text = headline(judged);
  if (judgement.verdict == Verdict::refused) return text;
  if (judgement.verdict != Verdict::broke) text += pictures_text(judged, colour);
  text += evidence_of(judgement);
  const bool said = judgement.message && judgement.sentence.find(*judgement.message) != std::string::npos;
  if (judgement.message && !said) text += tail("message", *judgement.message);
  if (judgement.verdict == Verdict::broke && judgement.stderr_text)
    text += tail("stderr", *judgement.stderr_text);
  return text + "\nreplay: " + judged.repro + "\n";
}

} // namespace attest::commands
