// Which functions may formulas apply, and what does each come to? One row each, in functions.cpp.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/formula/value.hpp"

namespace attn {

struct Operands {
  std::vector<Value> values;  // one or more, none of them empty
  double base;                // of an exponential or a logarithm; 0 when the notes name none
  std::size_t budget;         // multiplications that it may take

  const Value& only() const { return values[0]; }
};

struct Function {
  // What it is applied to: one value; two; or a vector that may be given by its components.
  enum class Takes { one, two, components };

  std::vector<std::string_view> spellings;  // the first is its name
  Takes takes;
  Computed (*apply)(const Operands&);
  bool bare_number = false;         // "ln 2", without parentheses
  std::string_view ambiguity = {};  // why another result may be meant; "" when none can
  double base = 0.0;
};

// All rows, for tests and help.
std::span<const Function> functions();

// Nothing when no function is spelled so.
const Function* function_spelled(std::string_view word);

// Of a number: exp, ln, tanh; of an array, cell by cell. Nothing when the function has no such
// value, shapes do not go together, or there are too many arguments or too few.
Computed applied(const Function& function, std::vector<Value> arguments, double base,
                 std::size_t budget);

}  // namespace attn
