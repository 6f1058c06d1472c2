// Products whose bits are the same on every machine: those of a page, and what training is built
// on.
//
// A step of training feeds on the last, so that one bit that differs is another model a thousand
// steps on. BLAS adds in the order that suits the processor; here each entry adds its terms from
// the first to the last, and what runs in parallel are entries, not terms.
#pragma once

#include "core/tensor.hpp"

namespace attn {

// a · b, (m, k) × (k, n) -> (m, n). Throws std::logic_error when the inner widths differ.
Matrix ordered_product(const Matrix& a, const Matrix& b);

// e^x for x ≤ 0, within 2 units in the last place, from additions, products and a power of two
// alone: libraries differ in the last bit, and by processor. Below −708 it is 0.
double ordered_exp(double x);

}  // namespace attn
