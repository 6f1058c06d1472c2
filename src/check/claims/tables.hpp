// Which columns of a table are said to follow from another?
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/claims/statement.hpp"
#include "check/formula/tokens.hpp"

namespace attn {

// Goes from line to line, and tells of a table once it has ended.
//
//   | logit | e^z | p |      exp(logits) = the second column, softmax(logits) = the third;
//   | 2     | 7.4 | 73% |    in a last row "Total", what a column adds up to.
class Tables {
 public:
  // Of the table that ends here, if one does.
  std::vector<Statement> read(std::string_view text, const std::vector<Token>& tokens);
  std::vector<Statement> end();

 private:
  struct Cell {
    std::string text = {};
    std::optional<Expression> number = {};
  };
  using Row = std::vector<Cell>;

  static Row row_of(std::string_view text, const std::vector<Token>& tokens);
  std::optional<Expression> column(std::size_t at, std::size_t rows) const;
  void find_columns(std::vector<Statement>& found) const;
  void find_totals(std::vector<Statement>& found) const;

  std::vector<Row> rows_ = {};  // the first has the names of the columns
};

}  // namespace attn
