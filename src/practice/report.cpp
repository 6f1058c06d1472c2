#include "practice/report.hpp"

#include <fmt/format.h>

#include "document/page.hpp"
#include "practice/page.hpp"
#include "practice/remarks.hpp"
#include "render/number.hpp"

namespace attn::practice {

namespace {

constexpr std::array kVerdicts{Verdict::right, Verdict::follows, Verdict::rounding,
                               Verdict::wrong, Verdict::empty,   Verdict::unread};

// A spreadsheet takes what begins like this for a formula, and would compute it.
std::string inert(const std::string& text) {
  const bool formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  return formula ? "'" + text : text;
}

Table grades_table() {
  constexpr auto kGeneral = Column::Notation::general;
  Table table{"grades",
              "",
              {{"file", "file", ""},
               {"student", "student", ""},
               {"points", "points", "", 4, kGeneral},
               {"possible", "of", "", 4, kGeneral}},
              {}};
  for (const Verdict verdict : kVerdicts) {
    table.columns.push_back({std::string(word_of(verdict)), std::string(word_of(verdict)), ""});
  }
  return table;
}

std::vector<Cell> grades_row(const Handed& handed) {
  std::vector<Cell> row{inert(handed.file)};
  if (!handed.grade) {
    row.resize(grades_table().columns.size(), Missing{});
    return row;
  }
  const Grade& g = *handed.grade;
  row.insert(row.end(), {inert(g.student), g.points, g.possible});
  for (const Verdict verdict : kVerdicts) row.emplace_back(Integer{g.count(verdict)});
  return row;
}

}  // namespace

Document grades_page(const std::vector<Handed>& handed, bool reasons) {
  Page page("grade", "Grades");
  Table table = grades_table();
  if (reasons) table.columns.push_back({"refused", "refused", ""});
  for (const Handed& h : handed) {
    table.rows.push_back(grades_row(h));
    if (reasons) table.rows.back().emplace_back(inert(h.refused));
  }
  page.table(std::move(table));
  return std::move(page).finish();
}

namespace {

void say_gaps(Page& page, const Handed& handed, bool solution) {
  Table table{"gaps",
              "",
              {{"gap", "gap", ""},
               {"answer", "your answer", ""},
               {"points", "points", "", 2},
               {"remark", "remark", ""}},
              {}};
  for (const Judgement& j : handed.grade->gaps) {
    table.rows.push_back({j.name, j.written, j.points, remark_on(j)});
  }
  page.table(std::move(table));
  if (!solution) return;
  std::string lines;
  for (const Judgement& j : handed.grade->gaps) {
    if (j.verdict != Verdict::right) lines += worked_cell(*handed.sheet, j.step, j.row, j.column);
  }
  if (lines.empty()) return;
  page.heading("How it goes");
  page.listing(lines, "text");
}

}  // namespace

Document feedback_page(const Handed& handed, bool solution) {
  if (!handed.grade) {
    Page page("grade", "Feedback");
    page.say("Your answers could not be read: {}.", handed.refused);
    return std::move(page).finish();
  }
  const Grade& g = *handed.grade;
  Page page("grade", "Feedback" + (g.student.empty() ? "" : ": " + g.student));
  page.say("{} of {} points for the sheet {}.", brief(g.points), brief(g.possible),
           handed.sheet->code);
  page.say(
      "An error counts once: what follows from it is right, given that. Base what comes later "
      "on your own numbers, and carry more digits than you write.");
  for (const std::string& remark : g.remarks) page.say("{}.", remark);
  for (const std::string& mistake : g.mistakes) page.say("Your numbers say so: {}.", mistake);
  say_gaps(page, handed, solution);
  return std::move(page).finish();
}

}  // namespace attn::practice
