// Is what stands there one equation, or did it begin before, or is it of two things?
#include <algorithm>
#include <array>
#include <cmath>

#include "check/claims/doubts/doubts.hpp"
#include "check/formula/digits.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

// "R=3 = 5 × 3 = 15", "# -1 = 12/3" and "1 << 30 = 2**30": of a number that begins a chain it is
// not known that the formula behind it is of it, unless they are alike.
bool may_begin_before(const Misfit& m) {
  if (m.equality.result->begin != m.statement.members[0].begin) return false;
  const std::optional<double> ratio = ratio_of(m);
  return ratio && (*ratio < 0.5 || *ratio > 2.0 || !m.statement.defines.empty());
}

// "N | C=10^21 = 95.6": a condition, and what comes of it.
bool may_be_condition(const Misfit& m) {
  const Statement& s = m.statement;
  if (s.defines.empty() || s.members.size() < 2) return false;
  const std::size_t first = s.members[0].begin;
  const Kind kind = s.members[0].kind;
  const auto number = [](const Expression& e) { return e.kind == Kind::number; };
  const bool turn = kind == Kind::term && s.members[0].parts.size() == 2 &&
                    std::ranges::all_of(s.members[0].parts, number) &&
                    s.members[0].parts[0].numbers[0].text == "pi";  // "x=π/2"
  if (kind != Kind::number && kind != Kind::power && !turn) return false;
  const std::string_view name = m.text.substr(s.begin, first - s.begin);
  const std::string_view link =
      m.text.substr(s.members[0].end, s.members[1].begin - s.members[0].end);
  return name.find(' ') == std::string_view::npos && link.find(' ') != std::string_view::npos &&
         m.equality.formula->begin == first;
}

// "[7, 7] + [2.5, 3.8] → [5.5, 6.1]": the arrow leads to whatever is made of them.
bool may_lead_elsewhere(const Misfit& m) {
  if (m.equality.sign != '>') return false;
  const std::vector<Printed>& said = m.equality.result->numbers;
  const Computed& computed = m.comparison.computed;
  if (!computed || computed->cells.size() != said.size()) return true;
  std::size_t same = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (agrees(computed->cells[i], said[i], Digits::round)) ++same;
  }
  return 2 * same < said.size();
}

// So far off that hardly a digit slipped: another formula is meant, or another quantity.
bool is_too_far(const Misfit& m) {
  constexpr double kFar = 20.0, kFarInPowers = 1000.0;
  const std::optional<double> ratio = ratio_of(m);
  if (!ratio) return false;
  const double size = std::abs(*ratio);
  const double far = m.equality.result->exponent != 0 ? kFarInPowers : kFar;
  const bool opposite = *ratio < 0.0 && std::abs(size - 1.0) > 0.1;
  return size > far || size < 1 / far || opposite;
}

// "≈ 2.303 ln(20) ≈ 2.996": a result, and the next formula.
bool may_be_two(const Misfit& m) {
  const auto beside = [&m](const Expression& e) {
    return e.begin != m.statement.members[0].begin && e.kind == Kind::term &&
           e.parts[0].kind == Kind::number && e.operators[0] == kJuxtaposed &&
           e.parts[1].kind == Kind::call && e.parts[1].name != "sqrt" &&
           m.text[e.parts[1].begin - 1] == ' ';
  };
  return beside(*m.equality.formula) || beside(*m.equality.result);
}

constexpr bool is_blank(char c) { return c == ' ' || c == '_'; }

// The word that the line ends in; "" when it ends in a sign.
std::string_view last_word(std::string_view line) {
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '\'' ||
           c == kForeignLetter || c == kUnspacedLetter;
  };
  std::size_t begin = line.size();
  while (begin > 0 && letter(line[begin - 1])) --begin;
  return line.substr(begin);
}

// Behind a word that belongs to a formula before it, "2 Bit · 10 log(2)" from 10 on; or that may be
// a function of what stands in brackets, "tan (0.943/2)".
bool may_go_on_from_before(const Misfit& m) {
  const std::size_t begin = m.statement.begin;
  if (!m.statement.after_word || m.equality.formula->begin != begin) return false;
  constexpr std::array<std::string_view, 26> kPlain{
      "is",   "are",  "be",  "so",  "and",   "or",     "then",  "thus", "hence",
      "that", "with", "has", "get", "gives", "yields", "get",   "have", "of",
      "by",   "for",  "in",  "to",  "at",    "from",   "makes", "means"};
  const std::string_view before = m.text.substr(m.text.rfind('\n', begin) + 1);
  std::string_view line = before.substr(0, begin - (m.text.size() - before.size()));
  const std::string_view word = last_word(line);
  if (std::ranges::find(kPlain, word) != kPlain.end()) return false;
  if (m.text[begin] == '(') return true;
  line = line.substr(0, static_cast<std::size_t>(word.data() - line.data()));
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return !line.empty() &&
         std::string_view("0123456789)]+-*/@^").find(line.back()) != std::string_view::npos;
}

// "9,408 conv + 2·64 = 128": what is equal stands first, and another sum begins.
bool may_end_sooner(const Misfit& m) {
  const Expression& b = *m.equality.result;
  if (b.kind != Kind::sum && b.kind != Kind::term) return false;
  if (b.parts[0].kind != Kind::number || b.parts[0].numbers[0].text.size() < 2) return false;
  const Printed first = printed_cells(b.parts[0], m.comparison.counting, true)[0];
  const Computed& computed = m.comparison.computed;
  const bool alone =
      agrees({b.parts[0].numbers[0].value, b.parts[0].numbers[0].value}, first, Digits::round);
  return computed && computed->is_scalar() &&
         (agrees(computed->cells[0], first, Digits::round) ||
          (!alone && agrees(computed->cells[0], b.parts[0].numbers[0], Digits::round)));
}

// "≈ 0.86603    = 0.5": of two columns.
bool may_be_columns(const Misfit& m) {
  const Expression &a = *m.equality.formula, &b = *m.equality.result;
  const std::size_t from = std::min(a.end, b.end), to = std::max(a.begin, b.begin);
  const std::string_view between = from < to ? m.text.substr(from, to - from) : "";
  return between.find("   ") != std::string_view::npos &&
         between.find('\n') == std::string_view::npos;
}

// "= 1.39 = 2.9 dB": a number again, in another unit.
bool may_convert(const Misfit& m) {
  return m.equality.formula->kind == Kind::number && m.equality.result->kind == Kind::number &&
         may_be_unit(m.statement.follows);
}

// "2+2=5" and "7×8=54", set as one word: an example of a slip.
bool may_be_example(const Misfit& m) {
  const Expression& a = *m.equality.formula;
  const auto digit = [](const Expression& e) {
    return e.kind == Kind::number && e.numbers[0].text.size() == 1;
  };
  const std::string_view written =
      m.text.substr(m.statement.begin, m.statement.end - m.statement.begin);
  if (a.parts.size() != 2 || !std::ranges::all_of(a.parts, digit)) return false;
  const bool twice =
      a.operators == "+" && a.parts[0].numbers[0].value == a.parts[1].numbers[0].value;
  return twice || written.find(' ') == std::string_view::npos;
}

// "= 1/√42", and on the next line the matrix that it scales.
bool may_go_on_below(const Misfit& m) {
  const std::size_t end = m.text.find_first_not_of(' ', m.statement.end);
  if (end == std::string_view::npos || m.text[end] != '\n') return false;
  const std::size_t next = m.text.find_first_not_of(' ', end + 1);
  return next != std::string_view::npos && m.text.substr(next).starts_with("[[");
}

// Below a fraction that is drawn with a line of its own: a part of it.
bool may_be_drawn(const Misfit& m) {
  std::size_t line = m.text.rfind('\n', m.statement.begin);
  for (int back = 0; back < 2 && line != std::string_view::npos && line > 0; ++back) {
    const std::size_t before = m.text.rfind('\n', line - 1) + 1;
    const std::string_view above = m.text.substr(before, line - before);
    if (above.find('|') == std::string_view::npos && above.find(";;;;") != std::string_view::npos) {
      return true;
    }
    line = before == 0 ? std::string_view::npos : before - 1;
  }
  return false;
}

constexpr std::array kDoubts{
    Doubt{may_be_columns, "columns may stand side by side"},
    Doubt{may_convert, "it may be in another unit"},
    Doubt{may_be_example, "it may be an example of a slip"},
    Doubt{may_go_on_below, "the formula may go on below"},
    Doubt{may_be_drawn, "it may be part of a fraction that is drawn"},
    Doubt{may_go_on_from_before, "the formula may begin before"},
    Doubt{may_end_sooner, "two sums may stand side by side"},
    Doubt{may_be_two, "two formulas may stand side by side"},
    Doubt{may_begin_before, "what the first number belongs to is not said"},
    Doubt{may_be_condition, "what is equal to it is not said"},
    Doubt{may_lead_elsewhere, "the arrow may mean something else"}};

}  // namespace

std::string_view doubt_of_place(const Misfit& misfit) { return first_of(kDoubts, misfit); }

std::string_view doubt_of_distance(const Misfit& misfit) {
  return is_too_far(misfit) ? "it is too far off for a slip" : "";
}

}  // namespace attn
