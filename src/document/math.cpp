#include "document/math.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

namespace attn {

namespace {

using Kind = Math::Kind;

struct Symbol {
  Kind kind;
  std::string_view text;
};

const std::map<std::string_view, Symbol>& symbols() {
  static const std::map<std::string_view, Symbol> kSymbols{
      {"alpha", {Kind::identifier, "α"}},   {"beta", {Kind::identifier, "β"}},
      {"gamma", {Kind::identifier, "γ"}},   {"delta", {Kind::identifier, "δ"}},
      {"epsilon", {Kind::identifier, "ε"}}, {"eta", {Kind::identifier, "η"}},
      {"theta", {Kind::identifier, "θ"}},   {"kappa", {Kind::identifier, "κ"}},
      {"lambda", {Kind::identifier, "λ"}},  {"mu", {Kind::identifier, "μ"}},
      {"pi", {Kind::identifier, "π"}},      {"rho", {Kind::identifier, "ρ"}},
      {"sigma", {Kind::identifier, "σ"}},   {"tau", {Kind::identifier, "τ"}},
      {"phi", {Kind::identifier, "φ"}},     {"psi", {Kind::identifier, "ψ"}},
      {"omega", {Kind::identifier, "ω"}},   {"ell", {Kind::identifier, "ℓ"}},
      {"Delta", {Kind::identifier, "Δ"}},   {"Sigma", {Kind::identifier, "Σ"}},
      {"Omega", {Kind::identifier, "Ω"}},   {"infty", {Kind::number, "∞"}},
      {"partial", {Kind::identifier, "∂"}}, {"max", {Kind::upright, "max"}},
      {"min", {Kind::upright, "min"}},      {"exp", {Kind::upright, "exp"}},
      {"ln", {Kind::upright, "ln"}},        {"log", {Kind::upright, "log"}},
      {"sin", {Kind::upright, "sin"}},      {"cos", {Kind::upright, "cos"}},
      {"sum", {Kind::operation, "Σ"}},      {"cdot", {Kind::operation, "·"}},
      {"times", {Kind::operation, "×"}},    {"div", {Kind::operation, "÷"}},
      {"odot", {Kind::operation, "⊙"}},     {"pm", {Kind::operation, "±"}},
      {"le", {Kind::operation, "≤"}},       {"ge", {Kind::operation, "≥"}},
      {"ne", {Kind::operation, "≠"}},       {"approx", {Kind::operation, "≈"}},
      {"to", {Kind::operation, "→"}},       {"in", {Kind::operation, "∈"}},
      {"top", {Kind::operation, "⊤"}},      {"ldots", {Kind::operation, "…"}},
      {"lVert", {Kind::operation, "‖"}},    {"rVert", {Kind::operation, "‖"}},
      {"vert", {Kind::operation, "|"}},     {"{", {Kind::operation, "{"}},
      {"}", {Kind::operation, "}"}},        {"quad", {Kind::operation, "\u2003"}}};
  return kSymbols;
}

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool digit(char c) { return c >= '0' && c <= '9'; }

[[noreturn]] void reject(std::string_view latex, std::string_view why, std::string_view what = "") {
  throw std::logic_error("math: " + std::string{why} + std::string{what} + " in \"" +
                         std::string{latex} + "\"");
}

class Parser {
 public:
  explicit Parser(std::string_view latex) : latex_(latex) {}

  Math whole() {
    Math result = row();
    if (at_ < latex_.size()) reject(latex_, "no opening for ", latex_.substr(at_, 6));
    return result;
  }

 private:
  // Up to the end, a closing brace or a \right, which stay.
  Math row() {
    Math result;
    for (skip_spaces(); at_ < latex_.size() && !closing(); skip_spaces()) {
      result.children.push_back(scripted());
    }
    return result;
  }

  Math scripted() {
    Math base = atom();
    Math below, above;
    for (skip_spaces(); peek() == '_' || peek() == '^'; skip_spaces()) {
      Math& place = peek() == '_' ? below : above;
      if (!place.children.empty()) reject(latex_, "two scripts in one place");
      ++at_;
      skip_spaces();
      place = peek() == '{' ? group() : Math{.children = {atom()}};
      if (place.children.empty()) reject(latex_, "an empty script");
    }
    if (below.children.empty() && above.children.empty()) return base;
    return {Kind::script, "", {std::move(base), std::move(below), std::move(above)}};
  }

  Math atom() {
    const char c = peek();
    if (c == '{') return group();
    if (c == '\\') return command();
    if (digit(c)) return number();
    if (letter(c)) return {Kind::identifier, std::string(1, latex_[at_++])};
    if (c == '-') {
      ++at_;
      return {Kind::operation, "−"};
    }
    constexpr std::string_view kAsTheyAre = "+=<>()[],|/!:;.'";
    if (kAsTheyAre.find(c) == std::string_view::npos || c == '\0') {
      reject(latex_, "no such character here: ", latex_.substr(std::min(at_, latex_.size()), 1));
    }
    return {Kind::operation, std::string(1, latex_[at_++])};
  }

  Math command() {
    const std::string_view name = command_name();
    if (name == "frac") {
      Math above = group(), below = group();
      return {Kind::fraction, "", {std::move(above), std::move(below)}};
    }
    if (name == "sqrt") return {Kind::root, "", {group()}};
    if (name == "mathrm" || name == "text") return {Kind::upright, words(), {}};
    if (name == "left") return fence();
    const auto found = symbols().find(name);
    if (found == symbols().end()) reject(latex_, "no such command: \\", name);
    return {found->second.kind, std::string{found->second.text}, {}};
  }

  Math fence() {
    Math open = bracket(), inside = row();
    if (!closing() || peek() == '}') reject(latex_, "\\left without \\right");
    command_name();
    return {Kind::fence, "", {std::move(open), std::move(inside), bracket()}};
  }

  Math bracket() {
    constexpr std::array<std::string_view, 8> kBrackets{"(", ")", "[", "]", "|", "‖", "{", "}"};
    skip_spaces();
    Math result = atom();
    const bool known = std::ranges::find(kBrackets, result.text) != kBrackets.end();
    if (result.kind != Kind::operation || !known) reject(latex_, "no bracket: ", result.text);
    return result;
  }

  Math number() {
    const std::size_t begin = at_;
    while (digit(peek()) || (peek() == '.' && digit(peek(1)))) ++at_;
    return {Kind::number, std::string{latex_.substr(begin, at_ - begin)}};
  }

  Math group() {
    expect('{');
    Math result = row();
    expect('}');
    return result;
  }

  std::string words() {
    expect('{');
    const std::size_t begin = at_;
    while (at_ < latex_.size() && latex_[at_] != '}') {
      if (latex_[at_] == '{' || latex_[at_] == '\\') reject(latex_, "only words go in \\text{}");
      ++at_;
    }
    const std::size_t end = at_;
    expect('}');
    return std::string{latex_.substr(begin, end - begin)};
  }

  std::string_view command_name() {
    const std::size_t begin = ++at_;
    while (letter(peek())) ++at_;
    if (at_ == begin && at_ < latex_.size()) ++at_;
    return latex_.substr(begin, at_ - begin);
  }

  bool closing() const {
    const std::string_view rest = latex_.substr(at_);
    return rest.starts_with('}') || (rest.starts_with("\\right") && !letter(peek(6)));
  }

  void expect(char c) {
    skip_spaces();
    if (peek() != c) reject(latex_, "missing ", std::string_view(&c, 1));
    ++at_;
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < latex_.size() ? latex_[at_ + ahead] : '\0';
  }

  void skip_spaces() {
    while (peek() == ' ') ++at_;
  }

  std::string_view latex_;
  std::size_t at_ = 0;
};

}  // namespace

Math parse_math(std::string_view latex) { return Parser{latex}.whole(); }

std::size_t relation_at(std::string_view latex) {
  constexpr std::array<std::string_view, 6> kRelations{"le", "ge", "ne", "approx", "to", "in"};
  int depth = 0;
  for (std::size_t at = 0; at < latex.size(); ++at) {
    const char c = latex[at];
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    if (depth == 0 && (c == '=' || c == '<' || c == '>')) return at;
    if (c != '\\') continue;
    std::size_t end = at + 1;
    while (end < latex.size() && letter(latex[end])) ++end;
    const std::string_view name = latex.substr(at + 1, end - at - 1);
    if (depth == 0 && std::ranges::find(kRelations, name) != kRelations.end()) return at;
    if (name == "left") ++depth;
    if (name == "right") --depth;
    at = std::max(end - 1, at + 1);  // over the name, or over an escaped brace
  }
  return std::string_view::npos;
}

}  // namespace attn
