// Where does a line of thought begin and end in a reading, and what does it speak of?
#pragma once

#include <string_view>
#include <vector>

#include "check/claims/statement.hpp"
#include "check/formula/tokens.hpp"

namespace attn {

struct LogicalLine {
  std::size_t begin, end;
  bool may_hold_formula = false;  // it may hold a formula, a size, or a vector with its sum
};

// A line, with the next ones as long as a formula or a bracket of it goes on.
std::vector<LogicalLine> logical_lines(std::string_view reading);

struct LineContext {
  bool links = false;            // there is an = or its like
  bool calls = false;            // there is a softmax, whose result words may say
  bool quotes_an_error = false;  // it speaks of an error, or of arithmetic that is not exact
  bool weights = false;          // it speaks of attention weights
};
LineContext context_of(const std::vector<Token>& tokens);

// A vector on a line that says "sums to 1".
std::vector<Statement> sums_to_one(const std::vector<Token>& tokens);

}  // namespace attn
