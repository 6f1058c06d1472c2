// What do the notes say so far that numbers and names stand for?
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/claims/statement.hpp"
#include "check/formula/digits.hpp"
#include "check/formula/evaluate.hpp"

namespace attn {

// How far to trust printed digits.
enum class Trust {
  printed,  // a number is what it says, unless it is a rounded result itself
  rounded,  // a number with two decimals, and of an array with a name three, may be rounded
  roughly,  // a number with one decimal as well
  right     // what is known to be wrong is put right first
};

class SymbolTable {
 public:
  explicit SymbolTable(Budget& budget) : budget_(&budget) {}

  struct Wrong {
    double right;
    std::size_t place;  // in the reading, of the statement
  };

  // Of a member of a chain; from its second one on, numbers are results.
  Environment environment(Trust trust, Digits digits, bool first_member) const;

  // Before anything is judged: names that stand for several things hold in their paragraph alone.
  void expect(const std::vector<Statement>& statements);

  // A result that was computed, cell by cell; nothing when it cannot be told.
  void learn_result(const Expression& printed, const Computed& computed, bool wrong,
                    std::size_t place, const Counting& counting);

  void define(const std::string& name, const Expression& formula, const Computed& right,
              bool result, const Wrong* wrong, const Statement& said);
  void forget(const std::string& name) { names_.erase(name); }
  bool knows(const std::string& name) const { return names_.contains(name); }
  // Whether the formula goes by a name that may stand for something else here: one that has had
  // several values or was said far before, neither in this paragraph nor as a definition in this
  // section.
  bool is_doubtful(const Expression& formula, const Statement& here) const;

  // The wrong statement that the formula takes a number or a name from; nothing when none.
  const Wrong* wrong_in(const Expression& formula) const;

  // The formula that a name was given just before this place; nothing when it was numbers, or far.
  const Expression* formula_of(const std::string& name, std::size_t place) const;

  // The cells of an array that is known, as printed.
  Computed array(const std::string& name) const;

 private:
  struct Name {
    Expression formula;         // what it was said to be
    std::vector<bool> rounded;  // of a literal, which cells are rounded results
    Computed given, right;
    bool is_wrong = false;
    bool changed = false;  // it is a scalar that had another value, or goes by doubtful names
    bool defined = false;  // on a line of its own
    std::size_t begin = 0, paragraph = 0, section_end = 0;  // of where it was said
    Wrong wrong = {};

    bool is_doubtful(const Statement& here, bool reused) const;
  };

  Computed name(const std::string& name, Trust trust, Digits digits) const;
  Interval number(const Printed& p, bool unit, Trust trust, Digits digits, bool first_member) const;
  struct Suspicion {
    int weight = 0;
    const Wrong* source = nullptr;
  };
  Suspicion suspicion_of(const Expression& formula) const;

  Budget* budget_;  // that all meanings share
  Names reused_;    // names that are given several arrays
  std::map<std::string, Name, std::less<>> names_;
  std::map<std::string, bool, std::less<>> rounded_;  // results by their digits; true if rounded
  std::map<std::string, Wrong, std::less<>> wrong_;   // wrong results by their digits
};

}  // namespace attn
