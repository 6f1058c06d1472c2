#include "practice/page.hpp"

#include <fmt/format.h>

#include "document/page.hpp"

namespace attn::practice {

namespace {

const char* words_for(Level level) {
  return level == Level::cell  ? "One number of every step is left out."
         : level == Level::row ? "One row of every step is left out."
                               : "All steps are left out.";
}

void say_rules(Page& page, const SheetOptions& o) {
  page.say(
      "{} Work from what is given, and write your numbers to {} digit{} after the point; a number "
      "that ends sooner may. Carry more digits than you write.",
      words_for(o.level), o.digits, o.digits == 1 ? "" : "s");
  page.say(
      "Write a decimal point, no separators between thousands, and -inf for minus infinity. "
      "The base of exponentials is {}.",
      word_of(o.base));
  if (o.layout == Layout::rows) return;
  page.say(
      "Vectors are columns here: a word's query, key, value and output stand below its name. "
      "So does a query's row of scores.");
}

void identify(Page& page, const Sheet& sheet, bool solution) {
  const auto filled = [](const char* name, const std::string& content, int width) {
    return std::vector<Cell>{std::string(name), Blank{name, content, width}};
  };
  Table table{"sheet", "", {{"what", "of the sheet", ""}, {"value", "", ""}}, {}};
  table.rows.push_back(filled("sheet", sheet.code, 24));
  table.rows.push_back(filled("student", sheet.options.student, 24));
  if (solution && sheet.options.course.empty()) {
    table.rows.push_back(filled("seed", sheet.options.seed, 24));
  }
  page.table(std::move(table));
}

// Cells by what the page shows in row i and column j, which a layout in columns turns round.
struct Shown {
  const Sheet& sheet;
  const Step& step;
  bool solution;

  bool turned() const { return sheet.options.layout == Layout::columns; }
  const Axis& down() const { return turned() ? step.columns : step.rows; }
  const Axis& across() const { return turned() ? step.rows : step.columns; }
  Index height() const { return turned() ? columns(step.values) : rows(step.values); }
  Index width() const { return turned() ? rows(step.values) : columns(step.values); }

  Cell cell(Index i, Index j) const {
    const Index r = turned() ? j : i, c = turned() ? i : j;
    if (step.is_gap(r, c) && !solution) return Blank{gap_name(sheet, step, r, c)};
    return step.values(r, c);
  }
};

Table step_table(const Shown& s) {
  Table table{s.step.id, s.step.title, {}, {}};
  const bool named = !s.down().labels.empty();
  if (named) table.columns.push_back({"row", s.down().title, ""});
  for (Index j = 0; j < s.width(); ++j) {
    const bool labelled = !s.across().labels.empty();
    table.columns.push_back(
        {fmt::format("c{}", j), labelled ? s.across().labels[j] : s.step.id, "", s.step.digits});
  }
  for (Index i = 0; i < s.height(); ++i) {
    std::vector<Cell> row;
    if (named) row.emplace_back(s.down().labels[i]);
    for (Index j = 0; j < s.width(); ++j) row.push_back(s.cell(i, j));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string worked_lines(const Sheet& sheet, Index place) {
  std::string lines;
  for_each_gap(sheet, [&](Index s, Index r, Index c) {
    if (s == place) lines += worked_cell(sheet, s, r, c);
  });
  return lines;
}

void write_steps(Page& page, const Sheet& sheet, bool solution) {
  page.heading("Given");
  for (const Step& step : sheet.steps) {
    if (!step.rule) page.table(step_table({sheet, step, solution}));
  }
  page.heading(solution ? "Solution" : "Yours to fill in");
  for (Index place = 0; place < sheet.steps.size(); ++place) {
    const Step& step = sheet.steps[place];
    if (!step.rule) continue;
    if (!step.formula.empty()) page.equation(step.id + "-formula", {step.formula});
    page.table(step_table({sheet, step, solution}));
    if (solution) page.listing(worked_lines(sheet, place), "text");
  }
}

std::string title_of(const Sheet& sheet, bool solution) {
  return fmt::format("{}: {}{}", solution ? "Solution" : "Exercise", sheet.options.lesson,
                     sheet.options.student.empty() ? "" : ", " + sheet.options.student);
}

}  // namespace

std::string worked_cell(const Sheet& sheet, Index place, Index r, Index c) {
  const Step& step = sheet.steps.at(place);
  const int digits = sheet.options.digits;
  const int carried = digits + 1;
  std::string lines = gap_name(sheet, step, r, c) + "\n";
  if (step.rule) {
    Inputs inputs;
    for (const Index from : step.rule->from) inputs.push_back(&sheet.steps[from].values);
    for (const std::string& side : step.rule->worked(inputs, r, c, carried)) {
      lines += "  = " + side + "\n";
    }
  }
  return lines + "  = " + number_text(step.values(r, c), digits) + "\n";
}

Document sheet_page(const Sheet& sheet, bool solution) {
  Page page(sheet.options.lesson, title_of(sheet, solution));
  identify(page, sheet, solution);
  if (!solution) say_rules(page, sheet.options);
  write_steps(page, sheet, solution);
  return std::move(page).finish();
}

Document key_page(const std::vector<Sheet>& sheets) {
  Document key{sheets.front().options.lesson, "Key: " + sheets.front().options.lesson, {}, {}, {}};
  Index number = 0;
  for (const Sheet& sheet : sheets) {
    Document page = sheet_page(sheet, true);
    ++number;
    key.blocks.push_back(Heading{fmt::format("{}", sheet.options.student), 2});
    for (Block& block : page.blocks) {
      if (auto* heading = std::get_if<Heading>(&block)) heading->level = 3;
      if (auto* table = std::get_if<Table>(&block)) table->id += fmt::format("-{}", number);
      if (auto* formula = std::get_if<Equation>(&block)) formula->id += fmt::format("-{}", number);
      key.blocks.push_back(std::move(block));
    }
  }
  return key;
}

}  // namespace attn::practice
