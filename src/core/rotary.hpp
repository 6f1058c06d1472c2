// How do queries and keys carry their positions? Each pair of components turns by an angle, so that
// a score depends on how far apart the two tokens are: rotary embeddings, Su et al., 2021,
// "RoFormer" (arXiv 2104.09864), equation 34.
#pragma once

#include <span>

#include "core/tensor.hpp"

namespace attn {

// Which components make a pair. The two differ by a permutation of the components: weights that
// were trained with one give nonsense with the other.
enum class RotaryLayout {
  pairs,  // (0, 1), (2, 3), …: RoFormer's own, and Llama's
  half    // (0, r/2), (1, r/2 + 1), …: GPT-NeoX's, and Hugging Face's for Llama
};

inline constexpr double kRotaryBase = 10000.0;

// (T, r/2) each: row t turns a vector that stands at the position of token t, pair i by one angle.
struct Rotation {
  Matrix cosines, sines;
};

// The angles position · base^(−2i/r), for pairs i of a part of r components.
// Throws std::logic_error when r is odd.
Rotation rotation(std::span<const double> positions, Index r, double base = kRotaryBase);

// x (T, d) with its first r components turned, the others left as they are (partial rotary).
// Throws std::logic_error when there is not a row for each of x's, or r exceeds d.
Matrix rotated(const Matrix& x, const Rotation& rotation, RotaryLayout layout);

}  // namespace attn
