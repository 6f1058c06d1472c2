// What is a sheet of exercises? Named steps, some of their cells left for the student to fill in.
//
// A step knows how it follows from earlier ones, so that it can be taken again from what a student
// wrote: that tells a mistake from what is right given a mistake before.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/tensor.hpp"

namespace attn::practice {

enum class Level { cell, row, all };  // what is left out of every step
enum class Layout { rows, columns };  // how the vectors of a matrix stand in it
enum class Base { e, two, three };    // of the exponentials in a softmax

double number_of(Base base);
double power(Base base, double exponent);
std::string word_of(Level level);
std::string word_of(Layout layout);
std::string word_of(Base base);

struct SheetOptions {
  std::string lesson = {};
  std::string seed = "0";  // a whole number in decimal digits; or of both of the next two
  std::string student = {};
  std::string course = {};  // a word that students do not know
  Level level = Level::all;
  Base base = Base::e;
  int digits = 3;  // after the point
  Layout layout = Layout::rows;
};

// To how many digits somebody rounds each number on the way; none unless given. Halves go away
// from 0.
struct Rounding {
  std::optional<int> digits = {};
  double operator()(double x) const;
};

double rounded(double x, int digits);
double truncated(double x, int digits);

using Inputs = std::vector<const Matrix*>;

// How the values of a step come from those of earlier ones.
struct Rule {
  std::vector<Index> from;  // the earlier steps, by their place in the sheet
  std::function<Matrix(const Inputs&, const Rounding&)> values;
  // What one cell comes to, side after side and without the last: "0.5·2 + 0.25·4". Numbers to so
  // many digits.
  std::function<std::vector<std::string>(const Inputs&, Index row, Index column, int digits)>
      worked;
};

struct Axis {
  std::string title = {};                // "query"
  std::vector<std::string> labels = {};  // none: one number a row, or a column
};

// Rows are queries, columns are keys, whatever the layout of the page.
struct Step {
  std::string id, title;
  std::string formula = {};  // LaTeX; may be empty
  Axis rows, columns;
  Matrix values = {};
  std::optional<Rule> rule = {};  // nothing for what is given
  bool weights = false;           // a softmax, of which no row may be saturated
  int digits = 0;                 // that the values are shown to
  std::vector<bool> gaps = {};    // row-major

  bool is_gap(Index r, Index c) const { return gaps.at(r * attn::columns(values) + c); }
};

struct Sheet {
  SheetOptions options;
  std::vector<Step> steps;
  std::string code;  // "walkthrough/all/e/3/rows/1b9c8f02": options, and a checksum of the numbers
};

// "weights[cat][sat]", the label of the row as it stands on the page first.
std::string gap_name(const Sheet& sheet, const Step& step, Index r, Index c);

// Calls visit(step, row, column) for every gap, in the order of the page.
void for_each_gap(const Sheet& sheet, const std::function<void(Index, Index, Index)>& visit);

// The values of a step, from those of all steps before.
Matrix values_of(const Rule& rule, const std::vector<Matrix>& earlier, const Rounding& rounding);

// As a page shows it: no more digits than it takes, at most `digits`; "−0.5", "−∞".
std::string number_text(double x, int digits);
std::string bracketed(double x, int digits);  // the same, a negative one in brackets

}  // namespace attn::practice
