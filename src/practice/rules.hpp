// How does one step follow from others? The rules that all sheets are made of.
//
// Steps are named by their place in the sheet. The values are those of src/core. No rule throws for
// any numbers, NaN and infinities included: they may be a student's.
#pragma once

#include "core/tensor.hpp"
#include "practice/sheet.hpp"

namespace attn::practice {

// Which of several heads of a matrix a rule reads, each as wide as the others.
struct Head {
  Index number = 0, of = 1;
};

Rule product(Index a, Index b);  // (m, k) · (k, n); hidden weights take no part
Rule product_of_head(Index a, Index b, Head b_head);     // a · (b's columns of one head)
Rule joined_product(std::vector<Index> parts, Index b);  // [part, part, …] · b
Rule dots(Index a, Index b, Head head = {});             // a · bᵀ, of the columns of one head
Rule scaled(Index a, Index d_k);                         // a / √d_k; a square
Rule hidden(Index a, Mask mask);                         // −∞ where it is true
Rule softmaxed(Index a, Base base);                      // along each row
Rule sum(Index a, Index b);                              // cell by cell
Rule waves(Index angles);                                // sine and cosine of each, side by side

// A softmax in pieces. A running one has the state (m, l, o) of each query: its largest score, the
// sum of its exponentials, its output not yet divided.
Rule row_maximum(Index a);
Rule running_maximum(Index m, Index a);          // max(m, the row's own)
Rule exponentials(Index a, Index m, Base base);  // base^(a − m)
Rule rescale(Index m, Index m_next, Base base);  // base^(m − m')
Rule row_sum_of(Index a);
Rule running_sum(Index l, Index r, Index e);              // r·l + Σ e
Rule running_output(Index o, Index r, Index e, Index v);  // r·o + e·v
Rule divided(Index a, Index by);                          // each row by its own number

// One column of an earlier step; of a step of one row, that row's for all.
struct Factor {
  Index step, column = 0;
};

// factor · Π of the numbers, as counts of bytes and operations are.
Rule counted(double factor, std::vector<Factor> numbers);
Rule quotient(Factor above, Factor below);
Rule in_units(Factor above, double unit);

}  // namespace attn::practice
