// Which sizes are said to be how many times another? In a sentence, and in a column of a table.
#pragma once

#include <optional>
#include <vector>

#include "check/claims/statement.hpp"
#include "check/formula/tokens.hpp"

namespace attn {

// Goes from line to line, since a table's row compares with those above it.
class Sizes {
 public:
  // "64 MB to 4 MB, an 8× reduction"; "4 MB (8× reduction)" in the column of "64 MB".
  std::vector<Statement> ratios(const std::vector<Token>& tokens);

  // A line that holds neither a size nor a cell ends a table.
  void skip() { table_.clear(); }

 private:
  struct Size {
    std::size_t token, cell;
    Expression expression;
  };
  struct Factor {
    std::size_t token, cell;
    Expression expression;
  };
  struct Line {
    std::size_t cells = 1;
    std::vector<Size> sizes = {};
    std::vector<Factor> factors = {};
  };

  static Line read(const std::vector<Token>& tokens);
  // "from 32 heads to 8 heads, a 4× reduction".
  static std::optional<Statement> ratio_of_counts(const Line& line,
                                                  const std::vector<Token>& tokens);
  std::vector<Expression> above(const Line& line, std::size_t cell) const;

  std::vector<Line> table_;  // the rows above that have as many cells
};

}  // namespace attn
