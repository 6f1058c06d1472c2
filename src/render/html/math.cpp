// Equations as MathML.
#include <fmt/format.h>

#include <algorithm>

#include "document/math.hpp"
#include "render/html/parts.hpp"

namespace attn::html {

namespace {

using Kind = Math::Kind;

std::string write(const Math& math);

std::string element(std::string_view tag, std::string_view content) {
  return fmt::format("<{0}>{1}</{0}>", tag, content);
}

// One element, as MathML wants the parts of a fraction or a script.
std::string single(const Math& math) {
  if (math.kind == Kind::row && math.children.size() == 1) return single(math.children[0]);
  return write(math);
}

std::string operation(const Math& math) {
  if (math.text == "\u2003") return "<mspace width=\"1em\"/>";
  if (math.text == "Σ") return "<mo>∑</mo>";
  // Brackets grow inside \left and \right alone; by default MathML's always do.
  constexpr std::string_view kBrackets = "()[]{}|‖";
  const bool bracket = kBrackets.find(math.text) != std::string_view::npos;
  return fmt::format("<mo{}>{}</mo>", bracket ? " stretchy=\"false\"" : "", escape(math.text));
}

std::string fence(const Math& math) {
  return fmt::format(
      "<mrow><mo fence=\"true\" form=\"prefix\">{}</mo>{}"
      "<mo fence=\"true\" form=\"postfix\">{}</mo></mrow>",
      escape(math.children[0].text), write(math.children[1]), escape(math.children[2].text));
}

// A single letter would be set in italics; words need their spaces.
std::string upright(const std::string& text) {
  if (text.find(' ') != std::string::npos) return element("mtext", escape(text));
  if (text.size() == 1) return "<mi mathvariant=\"normal\">" + escape(text) + "</mi>";
  return element("mi", escape(text));
}

bool is_bar(const Math& math) {
  return math.kind == Kind::operation && (math.text == "|" || math.text == "‖");
}

// A bar is the same sign on both sides of what it encloses; its form says which one it is.
std::string bar(const Math& math, bool opens) {
  return fmt::format("<mo stretchy=\"false\" form=\"{}\">{}</mo>", opens ? "prefix" : "postfix",
                     escape(math.text));
}

std::string script(const Math& math, const std::string& base) {
  const Math& below = math.children[1];
  const Math& above = math.children[2];
  // The limits of a sum stand under and over it where there is room.
  const bool sum = math.children[0].kind == Kind::operation && math.children[0].text == "Σ";
  if (above.children.empty()) return element(sum ? "munder" : "msub", base + single(below));
  if (below.children.empty()) return element(sum ? "mover" : "msup", base + single(above));
  return element(sum ? "munderover" : "msubsup", base + single(below) + single(above));
}

// "log n" and "max |x|", but "exp(s)": a name keeps its distance from all but brackets.
bool stand_apart(const Math& name, const Math& next) {
  if (name.kind != Kind::upright || next.kind == Kind::fence) return false;
  return next.kind != Kind::operation || is_bar(next);
}

// Bars open and close by turns.
std::string row(const Math& math) {
  std::string text;
  bool opens = true;
  for (std::size_t i = 0; i < math.children.size(); ++i) {
    const Math& part = math.children[i];
    if (i > 0 && stand_apart(math.children[i - 1], part)) text += "<mspace width=\"0.17em\"/>";
    const bool raised = part.kind == Kind::script && is_bar(part.children[0]);
    if (is_bar(part)) {
      text += bar(part, opens);
    } else if (raised) {
      text += script(part, bar(part.children[0], opens));
    } else {
      text += write(part);
    }
    if (is_bar(part) || raised) opens = !opens;
  }
  return element("mrow", text);
}

std::string write(const Math& math) {
  switch (math.kind) {
    case Kind::row:
      return row(math);
    case Kind::identifier:
      return element("mi", escape(math.text));
    case Kind::upright:
      return upright(math.text);
    case Kind::number:
      return element("mn", escape(math.text));
    case Kind::operation:
      return operation(math);
    case Kind::fence:
      return fence(math);
    case Kind::fraction:
      return element("mfrac", single(math.children[0]) + single(math.children[1]));
    case Kind::root:
      return element("msqrt", single(math.children[0]));
    case Kind::script:
      return script(math, single(math.children[0]));
  }
  return "";
}

}  // namespace

std::string inline_math(std::string_view latex) {
  return element("math", single(parse_math(latex)));
}

std::string display_math(const std::vector<std::string>& lines) {
  constexpr std::string_view kOpen = "<math display=\"block\">";
  if (lines.size() == 1) return fmt::format("{}{}</math>", kOpen, single(parse_math(lines[0])));
  // Where its cells stand, MathML Core leaves to CSS, whose -webkit-right Chromium wants; others
  // read columnalign.
  std::string rows;
  for (const std::string& line : lines) {
    const std::size_t relation = std::min(relation_at(line), line.size());
    rows += fmt::format(
        "\n<mtr><mtd style=\"text-align:-webkit-right;padding-right:0\">{}</mtd>"
        "<mtd style=\"text-align:left;padding-left:0.28em\">{}</mtd></mtr>",
        single(parse_math(line.substr(0, relation))), single(parse_math(line.substr(relation))));
  }
  return fmt::format(
      "{}<mtable displaystyle=\"true\" columnalign=\"right left\">{}\n</mtable></math>", kOpen,
      rows);
}

}  // namespace attn::html
