// The parts of the HTML format. What is written is well-formed XML too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"
#include "render/format.hpp"
#include "render/xml.hpp"

namespace attn::html {

using xml::escape;

// As `escape`, for prose, titles and captions: d_k and √d_k are set as mathematics.
std::string typeset(std::string_view text);

// MathML (Core), which browsers lay out themselves: within a line, or standing alone with its lines
// aligned at their relation signs.
std::string inline_math(std::string_view latex);
std::string display_math(const std::vector<std::string>& lines);

// Figures to the right; a first column of words heads its rows.
std::string table(const Table& table, int digits);

// A table whose cells are shaded, the figures in them; a hidden cell holds a dot.
std::string heatmap(const Heatmap& map, int digits);

// For a page with fields: a button that saves what was written in them as CSV, a line a field:
// its name, and its content. Empty for one without.
std::string saving_fields(const Document& document);

// A page that needs nothing else: light or dark as the reader's system is, and made to be printed.
std::string page(const Document& document, std::string_view body);

}  // namespace attn::html
