// How does a sheet look? As a page for every format, and as a template for answers.
#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"
#include "practice/sheet.hpp"

namespace attn::practice {

// With blanks for the gaps; with the solution, the numbers and every line that leads to them.
Document sheet_page(const Sheet& sheet, bool solution);

// The solutions of several sheets, a chapter each.
Document key_page(const std::vector<Sheet>& sheets);

// The lines that lead to one cell: its name, then a side each, "  = 0.5·2 + 0.25·4". They carry a
// digit more than is asked for.
std::string worked_cell(const Sheet& sheet, Index step, Index r, Index c);

// What a student fills in and `attn grade` reads: {"answers": {"weights[cat][sat]": null}}, or a
// line "weights[cat][sat]," each. With the solution, it is filled in.
std::string json_template(const Sheet& sheet, bool solution);
std::string csv_template(const Sheet& sheet, bool solution);

}  // namespace attn::practice
