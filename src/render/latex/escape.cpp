// How any text becomes text in LaTeX.
#include <algorithm>
#include <map>

#include "document/symbols.hpp"
#include "render/latex/parts.hpp"
#include "support/ascii.hpp"
#include "support/text.hpp"

namespace attn::latex {

namespace {

using Spelling = std::map<std::string_view, std::string_view>;

// Brackets and stars in braces: after the end of a table's row they would be its options.
const Spelling& roman() {
  static const Spelling kSigns{{"\\", "\\textbackslash{}"},
                               {"{", "\\{"},
                               {"}", "\\}"},
                               {"$", "\\$"},
                               {"&", "\\&"},
                               {"#", "\\#"},
                               {"%", "\\%"},
                               {"_", "\\_"},
                               {"~", "\\texttt{\\char126}"},
                               {"^", "\\texttt{\\char94}"},
                               {"<", "\\textless{}"},
                               {">", "\\textgreater{}"},
                               {"|", "\\textbar{}"},
                               {"\"", "\\texttt{\\char34}"},
                               {"`", "\\`{}"},
                               {"[", "{[}"},
                               {"*", "{*}"}};
  return kSigns;
}

// Typewriter fonts have all of ASCII in its place.
const Spelling& monospaced() {
  static const Spelling kSigns{{"\\", "{\\char92}"},
                               {"{", "{\\char123}"},
                               {"}", "{\\char125}"},
                               {"$", "\\$"},
                               {"&", "\\&"},
                               {"#", "\\#"},
                               {"%", "\\%"},
                               {"_", "\\_"},
                               {"~", "{\\char126}"},
                               {"^", "{\\char94}"},
                               {"\"", "{\\char34}"},
                               {"`", "\\`{}"},
                               {" ", "~"}};
  return kSigns;
}

const Spelling& scripts() {
  static const Spelling kSigns{
      {"⁰", "$^0$"},     {"¹", "$^1$"}, {"²", "$^2$"}, {"³", "$^3$"}, {"⁴", "$^4$"}, {"⁵", "$^5$"},
      {"⁶", "$^6$"},     {"⁷", "$^7$"}, {"⁸", "$^8$"}, {"⁹", "$^9$"}, {"⁻", "$^-$"}, {"ⁿ", "$^n$"},
      {"ᵀ", "$^\\top$"}, {"₀", "$_0$"}, {"₁", "$_1$"}, {"₂", "$_2$"}, {"₃", "$_3$"}, {"₄", "$_4$"},
      {"₅", "$_5$"},     {"₆", "$_6$"}, {"₇", "$_7$"}, {"₈", "$_8$"}, {"₉", "$_9$"}, {"⁺", "$^+$"},
      {"⁼", "$^=$"},     {"⁽", "$^($"}, {"⁾", "$^)$"}, {"ⁱ", "$^i$"}, {"ʲ", "$^j$"}, {"ᵏ", "$^k$"},
      {"ᵈ", "$^d$"},     {"ʰ", "$^h$"}, {"ᵐ", "$^m$"}, {"ᵗ", "$^t$"}, {"ˣ", "$^x$"}, {"ₖ", "$_k$"},
      {"ᵢ", "$_i$"},     {"ⱼ", "$_j$"}, {"ₙ", "$_n$"}};
  return kSigns;
}

const Spelling& greek() {
  static const Spelling kSigns{
      {"Σ", "$\\Sigma$"}, {"α", "$\\alpha$"},   {"β", "$\\beta$"},   {"γ", "$\\gamma$"},
      {"δ", "$\\delta$"}, {"ε", "$\\epsilon$"}, {"η", "$\\eta$"},    {"θ", "$\\theta$"},
      {"κ", "$\\kappa$"}, {"λ", "$\\lambda$"},  {"μ", "$\\mu$"},     {"π", "$\\pi$"},
      {"ρ", "$\\rho$"},   {"σ", "$\\sigma$"},   {"τ", "$\\tau$"},    {"φ", "$\\phi$"},
      {"ψ", "$\\psi$"},   {"ω", "$\\omega$"},   {"Δ", "$\\Delta$"},  {"Ω", "$\\Omega$"},
      {"Θ", "$\\Theta$"}, {"χ", "$\\chi$"},     {"ξ", "$\\xi$"},     {"ν", "$\\nu$"},
      {"ζ", "$\\zeta$"},  {"Γ", "$\\Gamma$"},   {"Λ", "$\\Lambda$"}, {"Φ", "$\\Phi$"},
      {"Ψ", "$\\Psi$"},   {"Π", "$\\Pi$"}};
  return kSigns;
}

const Spelling& signs() {
  static const Spelling kSigns{{"·", "$\\cdot$"},
                               {"×", "$\\times$"},
                               {"÷", "$\\div$"},
                               {"−", "$-$"},
                               {"±", "$\\pm$"},
                               {"⊙", "$\\odot$"},
                               {"≤", "$\\le$"},
                               {"≥", "$\\ge$"},
                               {"≠", "$\\ne$"},
                               {"≈", "$\\approx$"},
                               {"→", "$\\to$"},
                               {"←", "$\\leftarrow$"},
                               {"∈", "$\\in$"},
                               {"∞", "$\\infty$"},
                               {"∂", "$\\partial$"},
                               {"‖", "$\\Vert$"},
                               {"⊤", "$\\top$"},
                               {"√", "$\\surd$"},
                               {"✓", "$\\surd$"},
                               {"✗", "$\\times$"},
                               {"ℓ", "$\\ell$"},
                               {"°", "$^\\circ$"},
                               {"…", "\\ldots{}"},
                               {"—", "---"},
                               {"–", "--"},
                               {"‘", "`"},
                               {"’", "'"},
                               {"“", "``"},
                               {"”", "''"},
                               {"\u00A0", "~"},
                               {"∑", "$\\Sigma$"},
                               {"⌊", "$\\lfloor$"},
                               {"⌋", "$\\rfloor$"},
                               {"⌈", "$\\lceil$"},
                               {"⌉", "$\\rceil$"},
                               {"½", "$\\frac12$"},
                               {"¼", "$\\frac14$"},
                               {"¾", "$\\frac34$"},
                               {"≫", "$\\gg$"},
                               {"≪", "$\\ll$"},
                               {"∝", "$\\propto$"},
                               {"∘", "$\\circ$"},
                               {"⋅", "$\\cdot$"},
                               {"∙", "$\\bullet$"},
                               {"∗", "$\\ast$"},
                               {"•", "$\\bullet$"},
                               {"∕", "/"},
                               {"⁄", "/"},
                               {"‐", "-"},
                               {"‑", "\\mbox{-}"},
                               {"′", "$'$"},
                               {"„", ",,"},
                               {"⟨", "$\\langle$"},
                               {"⟩", "$\\rangle$"},
                               {"⇒", "$\\Rightarrow$"},
                               {"⟶", "$\\to$"},
                               {"⟹", "$\\Rightarrow$"},
                               {"↦", "$\\mapsto$"},
                               {"⋯", "$\\cdots$"},
                               {"≃", "$\\simeq$"},
                               {"≅", "$\\cong$"},
                               {"≔", "$:=$"},
                               {"\u2003", "\\quad{}"}};
  return kSigns;
}

// What a plain article sets for it in its mathematical fonts, or by a command; empty for others.
std::string_view symbol(std::string_view character) {
  for (const Spelling* table : {&signs(), &greek(), &scripts()}) {
    if (const auto found = table->find(character); found != table->end()) return found->second;
  }
  return {};
}

// Latin letters of U+00C0 to U+017F that pdflatex sets in its default encoding; measured.
bool set_by_default(std::string_view character) {
  if (character < "\u00C0" || character > "\u017E") return false;
  static constexpr std::string_view kLacking =
      "\u00D0\u00DE\u00F0\u00FE\u0104\u0105\u0110\u0111\u0118\u0119\u0126\u0127\u012E\u012F\u0138"
      "\u013F\u0140\u0149\u014A\u014B\u0166\u0167\u0172\u0173\u00D7\u00F7";
  return kLacking.find(character) == std::string_view::npos;
}

// Whether pdflatex has a glyph for it in a plain article.
bool has_glyph(std::string_view character) {
  return character.size() == 1 || set_by_default(character) || !symbol(character).empty();
}

std::string spelled(std::string_view character, const Spelling& ascii) {
  if (!has_glyph(character)) return typewriter(to_ascii(character));
  const auto sign = ascii.find(character);
  if (sign != ascii.end()) return std::string{sign->second};
  const std::string_view symbolic = symbol(character);
  return std::string{symbolic.empty() ? character : symbolic};
}

std::string spelled_out(std::string_view text, const Spelling& ascii) {
  std::string result;
  std::string_view last;
  const std::string shown = composed(printable(text));
  for (const std::string_view character : characters_of(shown)) {
    if (character == "-" && last == "-") result += "{}";  // "--" would become a dash
    result += spelled(character, ascii);
    last = character;
  }
  return result;
}

// An address (a word with several slashes) has no other place where its line may end.
std::string with_breaks(std::string_view spelled) {
  std::string result;
  while (!spelled.empty()) {
    const std::string_view word = spelled.substr(0, spelled.find(' ') + 1);  // with its space
    const std::string_view part = word.empty() ? spelled : word;
    const bool address = std::ranges::count(part, '/') > 1;
    for (const char c : part) result += address && c == '/' ? "/\\allowbreak{}" : std::string{c};
    spelled.remove_prefix(part.size());
  }
  return result;
}

}  // namespace

std::string escape(std::string_view text) { return with_breaks(spelled_out(text, roman())); }

std::string typeset(std::string_view text) {
  std::string result;
  for (const Inline& piece : with_symbols(text)) {
    result += piece.kind == Inline::Kind::math ? "$" + piece.text + "$" : escape(piece.text);
  }
  return result;
}

std::string typewriter(std::string_view text) {
  return "\\texttt{" + spelled_out(text, monospaced()) + "}";
}

int printed_width(std::string_view text) {
  int width = 0;
  const std::string shown = composed(printable(text));
  for (const std::string_view character : characters_of(shown)) {
    width += has_glyph(character) ? 1 : static_cast<int>(to_ascii(character).size());
  }
  return width;
}

}  // namespace attn::latex
