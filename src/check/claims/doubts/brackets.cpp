// Which formulas have brackets where the notes have none?
#include <algorithm>
#include <functional>

#include "check/claims/doubts/doubts.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;
using Visit = std::function<bool(Expression)>;  // true once the formula looked for was seen

// Atoms and the operators between them, as they stand on the line.
struct Sequence {
  std::vector<Expression> atoms = {};
  std::string operators = {};
};

// Whether brackets hold all of it: "(1 + 2)", but not "(1 + 2)(3 + 4)".
bool in_brackets(const Expression& e, std::string_view text) {
  if (e.begin >= e.end || text[e.begin] != '(') return false;
  int depth = 0;
  for (std::size_t i = e.begin; i < e.end; ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1 == e.end;
  }
  return false;
}

void flatten(const Expression& e, std::string_view text, Sequence& out) {
  for (std::size_t i = 0; i < e.parts.size(); ++i) {
    if (i > 0) out.operators += e.operators[i - 1];
    if (e.parts[i].kind == Kind::term && !in_brackets(e.parts[i], text)) {
      flatten(e.parts[i], text, out);
    } else {
      out.atoms.push_back(e.parts[i]);
    }
  }
}

// What atoms first to last come to by the rules of arithmetic.
Expression assembled(const Sequence& s, std::size_t first, std::size_t last) {
  std::vector<Expression> terms, factors{s.atoms[first]};
  std::string signs, operators;
  for (std::size_t i = first; i < last; ++i) {
    if (s.operators[i] == '+' || s.operators[i] == '-') {
      terms.push_back(joined(Kind::term, std::move(factors), std::move(operators)));
      factors.clear();
      operators.clear();
      signs += s.operators[i];
    } else {
      operators += s.operators[i];
    }
    factors.push_back(s.atoms[i + 1]);
  }
  terms.push_back(joined(Kind::term, std::move(factors), std::move(operators)));
  return joined(Kind::sum, std::move(terms), std::move(signs));
}

// With brackets around atoms first to last, which take the place of the atom `of` makes of them.
Expression bracketed(const Sequence& s, std::size_t first, std::size_t last,
                     Expression in_brackets) {
  Sequence other;
  other.atoms.assign(s.atoms.begin(), s.atoms.begin() + static_cast<std::ptrdiff_t>(first));
  other.atoms.push_back(std::move(in_brackets));
  other.atoms.insert(other.atoms.end(), s.atoms.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                     s.atoms.end());
  other.operators = s.operators.substr(0, first) + s.operators.substr(last);
  return assembled(other, 0, other.atoms.size() - 1);
}

// As a calculator takes them, one after another.
Expression left_to_right(const Sequence& s) {
  Expression all = s.atoms[0];
  for (std::size_t i = 1; i < s.atoms.size(); ++i) {
    const char sign = s.operators[i - 1];
    const Kind kind = sign == '+' || sign == '-' ? Kind::sum : Kind::term;
    all = joined(kind, {std::move(all), s.atoms[i]}, {sign});
  }
  return all;
}

// "10000^2/4" for 10000^(2/4), "√2/3" and "ln 2/3" for those of 2/3.
std::optional<Expression> taking_in(const Sequence& s, std::size_t first, std::size_t last,
                                    std::string_view text) {
  Expression atom = s.atoms[first];
  const bool power = atom.kind == Kind::power;
  const bool call = atom.kind == Kind::call && atom.parts.size() == 1;
  if (!power && !call) return std::nullopt;
  Expression& inside = atom.parts.back();
  if (in_brackets(inside, text) || (inside.end < text.size() && text[inside.end] == ')')) {
    return std::nullopt;
  }
  Sequence more;
  more.atoms.push_back(inside);
  more.atoms.insert(more.atoms.end(), s.atoms.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                    s.atoms.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  more.operators = s.operators.substr(first, last - first);
  inside = assembled(more, 0, more.atoms.size() - 1);
  return atom;
}

bool regrouped(const Sequence& s, std::string_view text, const Visit& visit) {
  constexpr std::size_t kMostAtoms = 8, kMostInRow = 24;
  const std::size_t n = s.atoms.size();
  if (n <= kMostInRow && visit(left_to_right(s))) return true;
  for (std::size_t first = 0; n <= kMostAtoms && first + 1 < n; ++first) {
    for (std::size_t last = first + 1; last < n; ++last) {
      const bool all = first == 0 && last + 1 == n;
      if (!all && visit(bracketed(s, first, last, assembled(s, first, last)))) return true;
      if (std::optional<Expression> atom = taking_in(s, first, last, text)) {
        if (visit(bracketed(s, first, last, std::move(*atom)))) return true;
      }
    }
  }
  return false;
}

// Every formula that has brackets at one more place, but not within fractions and brackets, where
// the notes say what belongs together.
bool with_more_brackets(const Expression& e, std::string_view text, const Visit& visit) {
  if (e.kind == Kind::sum || e.kind == Kind::term) {
    Sequence sequence;
    flatten(e, text, sequence);
    return sequence.operators.find(kUnitFollows) == std::string::npos &&
           regrouped(sequence, text, visit);
  }
  if (e.kind == Kind::negative && e.parts[0].kind == Kind::power) {  // "-√2^4" for (-√2)^4
    Expression power = e.parts[0], base = e;
    base.parts = {power.parts[0]};
    power.parts[0] = std::move(base);
    if (visit(std::move(power))) return true;
  }
  for (std::size_t i = 0; i < e.parts.size(); ++i) {
    const auto within = [&](Expression part) {
      Expression other = e;
      other.parts[i] = std::move(part);
      return visit(std::move(other));
    };
    if (with_more_brackets(e.parts[i], text, within)) return true;
  }
  return false;
}

}  // namespace

bool may_lack_brackets(const Misfit& m) {
  constexpr int kMost = 60;  // formulas that are tried
  int tried = 0;
  bool fits = false;
  with_more_brackets(*m.equality.formula, m.text, [&](const Expression& other) {
    fits = m.fits(other, m.equality.sign);
    return fits || ++tried >= kMost;
  });
  return fits;
}

}  // namespace attn
