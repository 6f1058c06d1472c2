#include "check/check.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "check/layout.hpp"
#include "check/places.hpp"
#include "notes/lines.hpp"

namespace attn {

namespace {

// Whether nothing stands there but what introduces a definition: "Let d = 4 and".
bool introduces(std::string_view gap, bool array) {
  constexpr std::array<std::string_view, 14> kIntroductions{
      "",    "Let",  "let",  "With", "with", "Where", "where",
      "and", "Take", "take", "So",   "so",   "Given", "given"};
  const std::size_t first = std::min(gap.find_first_not_of(" .,;|$"), gap.size());
  const std::size_t last = gap.find_last_not_of(" .,;|$");
  gap = first == gap.size() ? "" : gap.substr(first, last - first + 1);
  return (array && gap.ends_with(':')) ||
         std::ranges::find(kIntroductions, gap) != kIntroductions.end();
}

// Which statements have their line to themselves, or share it with others alone?
void find_alone(std::vector<Statement>& statements, std::string_view reading) {
  const Lines lines(reading);
  const Statement* before = nullptr;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    Statement& s = statements[i];
    if (s.kind != Statement::Kind::chain) continue;
    const std::size_t line = lines.whole(lines.at(s.begin)).begin;
    const bool shared = before != nullptr && before->end > line && before->end <= s.begin;
    const std::size_t from = shared ? before->end : line;
    std::size_t to = lines.content(lines.at(s.end - 1)).end;
    if (i + 1 < statements.size() && statements[i + 1].begin >= s.end) {
      to = std::min(to, statements[i + 1].begin);
    }
    const bool array = !s.members.empty() && s.members.back().kind == Expression::Kind::array;
    s.alone = (!shared || before->alone) &&
              introduces(reading.substr(from, s.begin - from), array) &&
              introduces(reading.substr(s.end, to - s.end), false);
    before = &s;
  }
}

// Without those that the notes silence, and with where they stand.
std::vector<Statement> placed_statements(std::string_view notes, std::optional<Syntax> syntax,
                                         const NormalisedText& reading) {
  const Layout layout(notes, syntax);
  std::vector<Statement> statements = find_statements(reading);
  find_alone(statements, reading.text);
  for (Statement& s : statements) {
    s.place = reading.origin[s.begin];
    s.paragraph = layout.paragraph(s.place);
    s.section_end = layout.section_end(s.place);
  }
  std::erase_if(statements, [&](const Statement& s) { return layout.is_silent(s.place); });
  return statements;
}

}  // namespace

std::vector<Finding> check_notes(std::string_view notes, std::optional<Syntax> syntax,
                                 PrintedDigits digits) {
  const NormalisedText reading = with_blocks_joined(read_notes(notes, syntax));
  PlacesInNotes places(notes, reading);
  std::vector<Finding> findings;
  for (const Judgement& j : judge(reading, placed_statements(notes, syntax, reading), digits)) {
    findings.push_back(places.finding(j));
  }
  std::ranges::stable_sort(findings, {},
                           [](const Finding& f) { return std::pair(f.line, f.column); });
  return findings;
}

}  // namespace attn
