// Which mistake gives exactly these numbers?
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "diagnose/faults.hpp"

namespace attn {

// What somebody came to: weights (batch, h, T, S), an output (batch, h, T, d_v), or both.
struct GivenNumbers {
  std::optional<Batch> weights = {}, output = {};
  std::vector<bool> weights_known = {}, output_known = {};  // which of them are; empty for all
  std::optional<int> decimals = {};  // that they were rounded to; taken from them unless given
};

// How many decimals numbers were rounded to, as far as they show it: nothing where they have more
// than `most`, or none.
std::optional<int> decimals_of(std::span<const double> numbers, int most = 7);

// Attention done in one way, and how far the given numbers lie from it.
struct Explanation {
  Faults faults;            // none of them for what is right
  double distance = 0.0;    // the largest |x − y|; ∞ where only one of the two is a number
  double from_first = 0.0;  // how far its own numbers lie from those of the first explanation
};

struct Diagnosis {
  std::vector<Explanation> explanations;  // that give the numbers: what is right first, or singles
                                          // from the nearest on, or else pairs
  Explanation nearest;                    // of all that were tried, when none does
  std::optional<int> decimals;            // that were compared
  double tolerance = 0.0;                 // how far apart two numbers may lie that count as equal
  int tried = 0;                          // in how many ways attention was computed

  bool is_right() const { return !explanations.empty() && explanations.front().faults.empty(); }
};

// To how many decimals two numbers agree that lie so far apart: 4 for 0.00003.
int agreeing_decimals(double distance);

// A search in which attention is computed some hundred times is fit for so many products.
inline constexpr double kMostDiagnosedProducts = 2e5;
double products_of(const KnownTensors& known);

// Compares the numbers with what is right, then with every single mistake, then with every pair.
// Throws std::logic_error when the numbers are not of the shapes that the tensors give.
Diagnosis diagnosed(const KnownTensors& known, const GivenNumbers& given);

// For a matrix from a sheet: the mistake that gives these weights (T, S) or this output (T, d_v),
// printed to so many decimals; nullptr when they are right, when no single one gives them, and when
// several do that differ. A number that is NaN was not given.
const Fault* fault_of_weights(const KnownTensors& known, const Matrix& weights, int decimals);
const Fault* fault_of_output(const KnownTensors& known, const Matrix& output, int decimals);

}  // namespace attn
