// The parts of the LaTeX format. A fragment needs amsmath and booktabs, nothing else.
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace attn::latex {

// Any text as text: the same characters in print, with pdflatex in a plain article too. Letters
// that its fonts lack are written "\u{732b}".
std::string escape(std::string_view text);

// As `escape`, in typewriter, every space kept.
std::string typewriter(std::string_view text);

// About how many characters of the line the escaped text takes.
int printed_width(std::string_view text);

std::string table(const Table& table, int digits);

// Shaded where the preamble has loaded xcolor with its option `table`, figures alone elsewhere.
std::string heatmap(const Heatmap& map, int digits);

}  // namespace attn::latex
