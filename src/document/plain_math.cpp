// How an equation reads on one line of a terminal.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "document/math.hpp"

namespace attn {

namespace {

using Kind = Math::Kind;

// What a part of a row does to the space around it. Bars open and close by turns: `bar` opens.
enum class Role {
  none,
  operand,
  number,
  name,
  big,
  binary,
  sign,
  relation,
  open,
  close,
  bar,
  comma,
  tight,
  space
};

Role role_of(const Math& math) {
  static const std::map<std::string_view, Role> kRoles{
      {"=", Role::relation},  {"<", Role::relation}, {">", Role::relation}, {"≤", Role::relation},
      {"≥", Role::relation},  {"≠", Role::relation}, {"≈", Role::relation}, {"→", Role::relation},
      {"∈", Role::relation},  {":", Role::relation}, {"+", Role::sign},     {"−", Role::sign},
      {"±", Role::sign},      {"·", Role::binary},   {"×", Role::binary},   {"÷", Role::binary},
      {"⊙", Role::binary},    {"(", Role::open},     {"[", Role::open},     {"{", Role::open},
      {")", Role::close},     {"]", Role::close},    {"}", Role::close},    {"|", Role::bar},
      {"‖", Role::bar},       {",", Role::comma},    {";", Role::comma},    {".", Role::comma},
      {"!", Role::close},     {"'", Role::close},    {"/", Role::tight},    {"Σ", Role::big},
      {"\u2003", Role::space}};
  if (math.kind == Kind::script) {
    const Role base = role_of(math.children[0]);
    return base == Role::number ? Role::operand : base;
  }
  if (math.kind == Kind::number) return Role::number;
  if (math.kind == Kind::upright) return Role::name;
  if (math.kind != Kind::operation) return Role::operand;
  const auto found = kRoles.find(math.text);
  return found == kRoles.end() ? Role::operand : found->second;
}

// The roles of a row's parts, bars and signs resolved: a sign with nothing before it to add to is a
// part of what follows.
std::vector<Role> roles_of(const std::vector<Math>& parts) {
  std::vector<Role> roles;
  bool inside_bars = false;
  for (const Math& part : parts) {
    Role role = role_of(part);
    const Role before = roles.empty() ? Role::none : roles.back();
    if (role == Role::bar) {
      role = inside_bars ? Role::close : Role::bar;
      inside_bars = !inside_bars;
    }
    if (role == Role::sign) {
      constexpr std::array kAddable{Role::operand, Role::number, Role::name, Role::close};
      role = std::ranges::find(kAddable, before) != kAddable.end() ? Role::binary : Role::tight;
    }
    roles.push_back(role);
  }
  return roles;
}

bool space_between(Role before, Role after, bool compact) {
  constexpr std::array kOpening{Role::none, Role::open, Role::bar, Role::tight, Role::space};
  if (std::ranges::find(kOpening, before) != kOpening.end()) return false;
  if (after == Role::close || after == Role::comma || after == Role::space) return false;
  const auto spaced = [](Role r) { return r == Role::binary || r == Role::relation; };
  if (spaced(before) || spaced(after) || before == Role::comma) return !compact;
  if (after == Role::tight) return false;
  if (after == Role::open) return before == Role::big || before == Role::close;
  if (after == Role::operand && before == Role::number) return false;
  return !(compact && after == Role::operand && before == Role::operand);
}

std::string write(const Math& math, bool compact);

// A row that holds one thing is that thing.
const Math& inner(const Math& math) {
  return math.kind == Kind::row && math.children.size() == 1 ? inner(math.children[0]) : math;
}

// The parts of a row, those of its fences among them: on one line all brackets are alike. What is
// raised after a fence is raised after its closing bracket.
std::vector<Math> parts_of(const Math& row) {
  std::vector<Math> parts;
  for (const Math& child : row.children) {
    const bool raised = child.kind == Kind::script;
    const Math& fence = raised ? inner(child.children[0]) : child;
    if (fence.kind != Kind::fence) {
      parts.push_back(child);
      continue;
    }
    parts.push_back(fence.children[0]);
    const std::vector<Math> inside = parts_of(fence.children[1]);
    parts.insert(parts.end(), inside.begin(), inside.end());
    Math close = fence.children[2];
    if (raised) close = {Kind::script, "", {close, child.children[1], child.children[2]}};
    parts.push_back(std::move(close));
  }
  return parts;
}

// "(…)" or "exp(…)": what brackets hold together already, from the first to the last.
bool bracketed(const Math& math) {
  if (math.kind == Kind::fence) return true;
  if (math.kind != Kind::row || math.children.size() < 2) return false;
  const std::vector<Role> roles = roles_of(parts_of(math));
  const std::size_t begin = roles[0] == Role::name || roles[0] == Role::operand ? 1 : 0;
  int depth = 0;
  for (std::size_t i = begin; i < roles.size(); ++i) {
    if (roles[i] == Role::open || roles[i] == Role::bar) ++depth;
    if (roles[i] == Role::close) --depth;
    if (depth == 0) return i + 1 == roles.size() && roles[i] == Role::close && i > begin;
  }
  return false;
}

bool single(const Math& math) {
  const Math& m = inner(math);
  return (m.kind != Kind::row && m.kind != Kind::fraction) || bracketed(m);
}

// Factors side by side: a numerator needs no brackets around them.
bool product(const Math& math) {
  const Math& m = inner(math);
  if (m.kind != Kind::row) return m.kind != Kind::fraction;
  const auto factor = [](Role r) {
    return r == Role::operand || r == Role::number || r == Role::name || r == Role::open ||
           r == Role::bar || r == Role::close;
  };
  return bracketed(m) || std::ranges::all_of(roles_of(parts_of(m)), factor);
}

std::string in_brackets_unless(bool bare, const Math& math, bool compact) {
  const std::string text = write(math, compact);
  return bare ? text : "(" + text + ")";
}

// Every character of the text looked up; "" when Unicode lacks one of them.
std::string translated(std::string_view text,
                       const std::map<std::string_view, std::string_view>& table) {
  std::string result;
  while (!text.empty()) {
    const auto starts = [text](const auto& entry) { return text.starts_with(entry.first); };
    const auto found = std::ranges::find_if(table, starts);
    if (found == table.end()) return "";
    result += found->second;
    text.remove_prefix(found->first.size());
  }
  return result;
}

std::string script(const Math& math, const char* sign,
                   const std::map<std::string_view, std::string_view>& table) {
  if (math.children.empty()) return "";
  const std::string text = write(math, true);
  const std::string small = translated(text, table);
  if (!small.empty()) return small;
  const bool bare = text.find_first_of(" ,=+()<>/_^") == std::string::npos || bracketed(math);
  return sign + in_brackets_unless(bare, math, true);
}

std::string write_script(const Math& math) {
  static const std::map<std::string_view, std::string_view> kBelow{
      {"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"}, {"4", "₄"},
      {"5", "₅"}, {"6", "₆"}, {"7", "₇"}, {"8", "₈"}, {"9", "₉"}};
  static const std::map<std::string_view, std::string_view> kAbove{
      {"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"}, {"5", "⁵"}, {"6", "⁶"},
      {"7", "⁷"}, {"8", "⁸"}, {"9", "⁹"}, {"+", "⁺"}, {"−", "⁻"}, {"=", "⁼"}, {"(", "⁽"},
      {")", "⁾"}, {"n", "ⁿ"}, {"i", "ⁱ"}, {"j", "ʲ"}, {"k", "ᵏ"}, {"d", "ᵈ"}, {"h", "ʰ"},
      {"m", "ᵐ"}, {"t", "ᵗ"}, {"x", "ˣ"}, {"T", "ᵀ"}, {"⊤", "ᵀ"}};
  const Math& base = math.children[0];
  const bool bare = single(base) && inner(base).kind != Kind::root;
  return in_brackets_unless(bare, base, false) + script(math.children[1], "_", kBelow) +
         script(math.children[2], "^", kAbove);
}

// √x² could be read both ways.
bool bare_under_root(const Math& math) {
  const Math& m = inner(math);
  return single(m) && !bracketed(m) && m.kind != Kind::root &&
         (m.kind != Kind::script || m.children[2].children.empty());
}

std::string write_row(const Math& math, bool compact) {
  const std::vector<Math> parts = parts_of(math);
  const std::vector<Role> roles = roles_of(parts);
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Role before = i == 0 ? Role::none : roles[i - 1];
    const Role after = i + 1 < parts.size() ? roles[i + 1] : Role::none;
    if (space_between(before, roles[i], compact)) text += ' ';
    // "a / b c" and "log a / b" do not say where the fraction ends, or begins.
    const bool touched = (before == Role::name || before == Role::tight) ||
                         after == Role::operand || after == Role::number || after == Role::name ||
                         after == Role::open || after == Role::bar || after == Role::big;
    const bool grouped = inner(parts[i]).kind == Kind::fraction && touched;
    text += in_brackets_unless(!grouped, parts[i], compact);
  }
  return text;
}

std::string write(const Math& math, bool compact) {
  switch (math.kind) {
    case Kind::row:
      return write_row(math, compact);
    case Kind::fence:
      return write_row({Kind::row, "", {math}}, compact);
    case Kind::fraction:
      return in_brackets_unless(product(math.children[0]), math.children[0], compact) +
             (compact ? "/" : " / ") +
             in_brackets_unless(single(math.children[1]), math.children[1], compact);
    case Kind::root: {
      const Math& under = math.children[0];
      return "√" + in_brackets_unless(bare_under_root(under), under, compact);
    }
    case Kind::script:
      return write_script(math);
    case Kind::operation:
      return math.text == "\u2003" ? "  " : math.text;
    default:
      return math.text;
  }
}

}  // namespace

std::string plain_math(const Math& math) { return write(math, false); }

MathLine plain_line(std::string_view latex) {
  const std::size_t relation = std::min(relation_at(latex), latex.size());
  return {plain_math(parse_math(latex.substr(0, relation))),
          plain_math(parse_math(latex.substr(relation)))};
}

}  // namespace attn
