// The product of matrices too large for plain loops.
#pragma once

#include "core/tensor.hpp"

namespace attn {

// By BLAS. Inner widths agree, and none is 0. Throws Error where no BLAS can be loaded.
Matrix large_product(const Matrix& a, const Matrix& b);

}  // namespace attn
