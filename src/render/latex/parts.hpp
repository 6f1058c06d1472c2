// The parts of the LaTeX format. A fragment needs amsmath and booktabs, nothing else.
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace attn::latex {

// Any text as text: the same characters in print, with pdflatex in a plain article too. Letters
// that its fonts lack are written "\u{732b}".
std::string escape(std::string_view text);

// As `escape`, for prose, titles and captions: d_k and √d_k are set as mathematics.
std::string typeset(std::string_view text);

// As `escape`, in typewriter, every space kept.
std::string typewriter(std::string_view text);

// About how many characters of the line the escaped text takes.
int printed_width(std::string_view text);

// `line` is about what a line of the page holds, in characters of a table set small.
std::string table(const Table& table, int digits, int line);

// Shaded where the preamble has loaded xcolor with its option `table`, figures alone elsewhere.
std::string heatmap(const Heatmap& map, int digits, int line);

}  // namespace attn::latex
