// Which commands and environments of LaTeX mean what?
#pragma once

#include <array>
#include <string_view>

namespace attn {

struct CommandName {
  std::string_view name, plain;
};

inline constexpr std::array kPlain{CommandName{"surd", "√"},
                                   CommandName{"cdot", "·"},
                                   CommandName{"times", "×"},
                                   CommandName{"ast", "×"},
                                   CommandName{"odot", "⊙"},
                                   CommandName{"circ", "⊙"},
                                   CommandName{"div", "÷"},
                                   CommandName{"approx", "≈"},
                                   CommandName{"simeq", "≈"},
                                   CommandName{"sim", "∼"},
                                   CommandName{"mu", "μ"},
                                   CommandName{"degree", "°"},
                                   CommandName{"to", "→"},
                                   CommandName{"rightarrow", "→"},
                                   CommandName{"Rightarrow", "→"},
                                   CommandName{"longrightarrow", "→"},
                                   CommandName{"implies", "→"},
                                   CommandName{"top", "T"},
                                   CommandName{"intercal", "T"},
                                   CommandName{"infty", "∞"},
                                   CommandName{"ldots", "…"},
                                   CommandName{"dots", "…"},
                                   CommandName{"cdots", "…"},
                                   CommandName{"vdots", "…"},
                                   CommandName{"ddots", "…"},
                                   CommandName{"quad", " "},
                                   CommandName{"qquad", " "},
                                   CommandName{"newline", "\n"},
                                   CommandName{"item", "\n"},
                                   CommandName{"par", "\n"},
                                   CommandName{"sum", "?"},
                                   CommandName{"prod", "?"},
                                   CommandName{"int", "?"},
                                   CommandName{"pm", "?"},
                                   CommandName{"neq", "≠"},
                                   CommandName{"ne", "≠"},
                                   CommandName{"le", "≤"},
                                   CommandName{"leq", "≤"},
                                   CommandName{"ge", "≤"},
                                   CommandName{"geq", "≤"},
                                   CommandName{"in", "?"},
                                   CommandName{"lt", "≤"},
                                   CommandName{"gt", "≥"},
                                   CommandName{"ll", "≪"},
                                   CommandName{"gg", "≫"},
                                   CommandName{"mid", "?"},
                                   CommandName{"langle", "?"},
                                   CommandName{"rangle", "?"},
                                   CommandName{"lfloor", "⌊"},
                                   CommandName{"rfloor", "⌋"},
                                   CommandName{"lceil", "⌈"},
                                   CommandName{"rceil", "⌉"},
                                   CommandName{"lVert", "‖"},
                                   CommandName{"rVert", "‖"},
                                   CommandName{"Vert", "‖"},
                                   CommandName{"textbackslash", "?"},
                                   CommandName{"textasciitilde", "≈"}};

// What is set otherwise and means the same; its braces go.
inline constexpr std::array<std::string_view, 39> kStyles{
    "text",       "textbf",       "textit",    "textrm", "texttt",  "textsf", "mathrm",
    "mathbf",     "mathit",       "mathsf",    "mathtt", "mathcal", "mathbb", "operatorname",
    "boldsymbol", "bm",           "vec",       "mbox",   "hbox",    "emph",   "underline",
    "boxed",      "displaystyle", "textstyle", "limits", "left",    "right",  "big",
    "Big",        "bigl",         "bigr",      "Bigl",   "Bigr",    "bigg",   "num",
    "ensuremath", "centering",    "noindent",  "small"};

// What says nothing, nor does what stands in its braces.
inline constexpr std::array<std::string_view, 13> kSilent{
    "label", "ref",        "eqref",         "cite",     "tag",       "hspace",         "vspace",
    "color", "usepackage", "documentclass", "cmidrule", "setlength", "includegraphics"};

inline constexpr std::array<std::string_view, 13> kFormulas{
    "displaymath", "math",   "flalign",  "dmath",    "align", "aligned", "alignat",
    "equation",    "gather", "gathered", "multline", "split", "eqnarray"};

inline constexpr std::array<std::string_view, 10> kMatrices{
    "array",   "matrix",  "bmatrix",     "pmatrix",      "Bmatrix",
    "vmatrix", "Vmatrix", "smallmatrix", "bsmallmatrix", "psmallmatrix"};

}  // namespace attn
