// What does each function of the table come to?
#include "check/formula/functions.hpp"

#include <doctest/doctest.h>

#include <set>

#include "computing.hpp"

using attn::Function;
using attn::test::cells_of;

namespace {

struct Line {
  std::string_view formula, cells;
};

// Computed with the math module of Python 3.11; one line a function.
constexpr Line kLines[] = {{"softmax([1, 0, 0.5])", "0.5065 0.1863 0.3072"},
                           {"softmax_2([1, 0])", "0.6667 0.3333"},
                           {"softmax_3([1, 0])", "0.7500 0.2500"},
                           {"softmax_10([1, 0])", "0.9091 0.0909"},
                           {"exp([1, -2])", "2.7183 0.1353"},
                           {"sqrt(2)", "1.4142"},
                           {"ln(2)", "0.6931"},
                           {"log(10)", "2.3026"},
                           {"log2(10)", "3.3219"},
                           {"log10(200)", "2.3010"},
                           {"tanh(0.5)", "0.4621"},
                           {"sigmoid([-1, 2])", "0.2689 0.8808"},
                           {"relu([-1, 2])", "0.0000 2.0000"},
                           {"abs([-3, 2])", "3.0000 2.0000"},
                           {"floor([-1.5, 2.9])", "-2.0000 2.0000"},
                           {"ceil([-1.5, 2.1])", "-1.0000 3.0000"},
                           {"round([-1.4, 2.6])", "-1.0000 3.0000"},
                           {"sin([0, 1, 2])", "0.0000 0.8415 0.9093"},
                           {"cos([0, 1, 3])", "1.0000 0.5403 -0.9900"},
                           {"max(1, 7, 3)", "7.0000"},
                           {"min([1, 7, -3])", "-3.0000"},
                           {"sum([1, 7, -3])", "5.0000"},
                           {"mean([1, 2, 6])", "3.0000"},
                           {"var([1, 2, 6])", "4.6667"},
                           {"std([1, 2, 6])", "2.1602"},
                           {"norm([3, 4])", "5.0000"},
                           {"layernorm([1, 2, 6])", "-0.9258 -0.4629 1.3887"},
                           {"dot([1, 2], [3, 4])", "11.0000"},
                           {"transpose([[1, 2], [3, 4]])", "1.0000 3.0000 2.0000 4.0000"},
                           {"array([1, 2])", "1.0000 2.0000"}};

constexpr std::string_view kNoValue[] = {
    "softmax(3)", "softmax([1])",      "softmax([inf, 1])", "ln(0)",     "ln([1, -1])",
    "sqrt(-1)",   "sqrt([4, -4])",     "max([])",           "min([])",   "mean([])",
    "norm([])",   "softmax([])",       "sum([[1, 2]])",     "var([])",   "std([])",
    "dot([1])",   "dot([1], [2, 3])",  "layernorm([2, 2])", "exp(1, 2)", "mean([1, 2], [3, 4])",
    "max([], 1)", "exp([[1, 2], [3]])"};

}  // namespace

TEST_SUITE("a function") {
  TEST_CASE("comes to what Python gives") {
    for (const Line& line : kLines) {
      CAPTURE(line.formula);
      CHECK(cells_of(line.formula) == line.cells);
    }
  }

  TEST_CASE("has a line here, each of them") {
    std::set<std::string_view> tested;
    for (const Line& line : kLines) tested.insert(line.formula.substr(0, line.formula.find('(')));
    for (const Function& function : attn::functions()) {
      CAPTURE(function.spellings[0]);
      CHECK(tested.contains(function.spellings[0]));
    }
  }

  TEST_CASE("has one spelling alone for each row") {
    std::set<std::string_view> seen;
    for (const Function& function : attn::functions()) {
      for (const std::string_view spelling : function.spellings) {
        CAPTURE(spelling);
        CHECK(seen.insert(spelling).second);
        CHECK(attn::function_spelled(spelling) == &function);
      }
    }
  }

  TEST_CASE("has no value where there is none") {
    for (const std::string_view formula : kNoValue) {
      CAPTURE(formula);
      CHECK(cells_of(formula) == "nothing");
    }
  }
}
