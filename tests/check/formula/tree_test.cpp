// Which tree does a formula make?
#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include "check/formula/expression.hpp"

using attn::Expression;
using Kind = attn::Expression::Kind;

namespace {

std::string tree(const Expression& e);

std::string numbers(const Expression& e) {
  std::vector<std::string> all;
  for (const attn::Printed& p : e.numbers) all.push_back(fmt::format("{:g}", p.value));
  return fmt::format("{}", fmt::join(all, " "));
}

std::string joined(const Expression& e) {
  std::string text = tree(e.parts[0]);
  for (std::size_t i = 1; i < e.parts.size(); ++i) {
    const char sign = e.operators[i - 1] == ' ' ? '&' : e.operators[i - 1];
    text += fmt::format(" {} {}", sign, tree(e.parts[i]));
  }
  return "(" + text + ")";
}

// "(2 * (3 + 4))", "exp(2)", "[1 2 | 2]" with a matrix's rows; "&" where no sign joins.
std::string tree(const Expression& e) {
  std::vector<std::string> parts;
  for (const Expression& part : e.parts) parts.push_back(tree(part));
  switch (e.kind) {
    case Kind::number:
      return numbers(e) +
             (e.unit.percent ? "%"
              : e.unit.bytes ? "B"
                             : "") +
             (e.unit.power > 0 ? fmt::format("k{}", e.unit.power) : "");
    case Kind::array:
      return fmt::format("[{}{}]", numbers(e), e.rows > 0 ? fmt::format(" | {}", e.rows) : "");
    case Kind::list:
      return fmt::format("[{}{}]", fmt::join(parts, " "),
                         e.rows > 0 ? fmt::format(" | {}", e.rows) : "");
    case Kind::name:
      return e.name;
    case Kind::negative:
      return "-" + parts[0];
    case Kind::power:
      return fmt::format("{}^{}", parts[0], parts[1]);
    case Kind::transpose:
      return parts[0] + "'";
    case Kind::call:
      return fmt::format("{}({})", e.name, fmt::join(parts, ", "));
    default:
      return joined(e);
  }
}

std::string tree_of(std::string_view line, const attn::Names& names = {}) {
  const std::vector<attn::Token> tokens = attn::tokens_of(line, 0, line.size());
  const std::optional<attn::Parsed> parsed = attn::parse_formula(tokens, 0, names);
  if (!parsed) return "none";
  std::string rest;
  for (std::size_t i = parsed->next; i < tokens.size(); ++i)
    rest += " …" + std::string(tokens[i].text);
  return tree(parsed->expression) + rest;
}

struct Line {
  std::string_view formula, tree;
};

constexpr Line kLines[] = {
    {"2 + 3 * 4", "(2 + (3 * 4))"},
    {"(2 + 3) * 4", "((2 + 3) * 4)"},
    {"-2^2", "-2^2"},
    {"2^-1", "2^-1"},
    {"2(3 + 4)", "(2 & (3 + 4))"},
    {"e^2/(e^2 + 1)", "(exp(2) / (exp(2) + 1))"},
    {"sqrt 12 = 2 sqrt 3", "sqrt(12) …= …2 …sqrt …3"},
    {"2 sqrt 3", "(2 & sqrt(3))"},
    {"0.5 ln 2", "(0.5 & ln(2))"},
    {"ln 2 / 3", "none"},
    {"[1, 2]^T [3, 4]", "([1 2]' & [3 4])"},
    {"[[1, 2], [3, 4]]", "[1 2 3 4 | 2]"},
    {"[[1 - 3, 2], [3, 4]]", "[(1 - 3) 2 3 4 | 2]"},
    {"[[1, 2], [3]]", "none"},
    {"[1 -2 3]", "[1 -2 3]"},
    {"[1/2, 3]", "[(1 / 2) 3]"},
    {"3.2 * 10^9", "3.2e+09"},
    {"3.2 * 10^3 MB", "3200Bk2"},
    {"2^13 KB", "(2^13 # 1Bk1)"},
    {"7B * 2 bytes", "(7B * 2B)"},
    {"23 % of 512", "(23% * 512)"},
    {"12 heads of 64", "(12 * 64)"},
    {"8 attention heads * 64", "(8 * 64)"},
    {"513 KB/token * 4", "(513Bk1 * 4)"},
    {"8192 (T) * 40 (K)", "(8192 * 40) …( …K …)"},
    {"softmax(1, 0, T=2)", "none"},
    {"softmax([1, 0], T=2)", "softmax(([1 0] / 2))"},
    {"softmax([1, 0], dim=0)", "none"},
    {"max(1, 2)", "max(1, 2)"},
    {"QK^T", "(Q @ K')"},
    {"2D", "none"},
    {"24.75x more", "24.75 …more"},
    {"0.43 [4]", "0.43 …[ …4 …]"},
};

}  // namespace

TEST_SUITE("the tree of a formula") {
  TEST_CASE("follows the grammar") {
    for (const Line& line : kLines) {
      CAPTURE(line.formula);
      CHECK(tree_of(line.formula, {"Q", "K"}) == line.tree);
    }
  }

  TEST_CASE("is none where the brackets are too deep") {
    CHECK(tree_of(std::string(200, '(') + "1" + std::string(200, ')')) == "none");
  }
}
