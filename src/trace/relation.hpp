// How does one array come from others, number by number?
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "trace/head_matrices.hpp"

namespace attn {

struct Relation {
  enum class Rule {
    product,  // x[i][j] = Σ a[i][c] · b[c][j]
    dots,     // x[i][j] = Σ a[i][c] · b[j][c]
    scaled,   // x[i][j] = a[i][j] · factor
    capped,   // x[i][j] = factor · tanh(a[i][j] / factor)
    sum,      // x[i][j] = a[i][j] + b[i][j], or −∞ where hidden
    softmax,  // x[i][j] = exp(a[i][j]) / (Σ exp(a[i][t]) + exp(sink)), over what is not hidden
    same      // x[i][j] = a[i][j]
  };

  Rule rule;
  Planes x, a;
  std::optional<Planes> b = {}, mask = {}, sink = {};
  double factor = 1.0;
  std::optional<int> base = {};  // of the powers of a softmax; e unless given

  bool multiplies() const { return rule == Rule::product || rule == Rule::dots; }
};

bool is_hidden(const Relation& relation, Spot spot);    // by its mask
bool sees_nothing(const Relation& softmax, Spot spot);  // nor does the rest of its row

// Which numbers to compute with, and how far each result is rounded.
struct Arithmetic {
  std::function<double(const Planes&, Spot)> number = number_at;
  std::function<double(double)> rounded = [](double x) { return x; };
};

struct Factors {
  Spot a, b;
};
// What is multiplied for a cell of x, but for weights of 0 on what is no number.
std::vector<Factors> factors_of(const Relation& product, Spot spot, const Arithmetic& arithmetic);

struct Exponentials {
  std::vector<double> values;  // of what is hidden, 0
  double sink = 0.0, sum = 0.0;
  double peak = 0.0;  // taken off every score first; 0 where none is large
};
Exponentials exponentials(const Relation& softmax, Spot spot, const Arithmetic& arithmetic);

// Not rounded itself.
double computed(const Relation& relation, Spot spot, const Arithmetic& arithmetic);

}  // namespace attn
