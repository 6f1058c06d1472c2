// Which other weights would have given the same output?
//
// A row of weights w blends values v (S, d_v) to o = w · v. Any change x with x · v = 0 and Σ x = 0
// leaves o, and the sum, as they are: with more keys than value components there always is one, and
// the weights cannot be told from the output (Brunner et al., 2019, arXiv 1908.04211).
#pragma once

#include "core/tensor.hpp"

namespace attn {

// Those changes, as rows of length 1 at right angles to each other, (f, S): f is S less the rank of
// v with a column of ones beside it.
Matrix free_changes(const Matrix& v);

// Of the rows that differ from `weights` (1, S) by a multiple of what a single key's weight may
// change by, the one farthest away with no weight below 0; `weights` where no change is free.
Matrix farthest_weights(const Matrix& weights, const Matrix& v);

}  // namespace attn
