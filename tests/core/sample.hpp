// Which numbers do the properties of core run on? The same ones on every machine.
#pragma once

#include <algorithm>
#include <random>

#include "core/tensor.hpp"

namespace attn {

// Entries between −4 and 4. The engine is fixed by the standard, distributions are not.
inline Matrix sample(Index rows, Index columns, unsigned seed) {
  std::mt19937 engine{seed};
  Matrix m = xt::empty<double>({rows, columns});
  std::generate(m.begin(), m.end(),
                [&engine] { return static_cast<double>(engine()) * 0x1p-29 - 4.0; });
  return m;
}

}  // namespace attn
