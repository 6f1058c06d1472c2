// One head of one sequence in matrices that hold all of them, and what is told of positions.
#pragma once

#include "learning/transformer.hpp"

namespace attn {

// Rows of a sequence, columns of a head.
struct HeadBlock {
  Index row, rows, column, columns;
};
Matrix taken(const Matrix& m, const HeadBlock& at);
void put(Matrix& m, const HeadBlock& at, const Matrix& block);

// 1/√d_k, or 1 where scores are not scaled.
double scale_of(const TransformerShape& shape);

// What is added to the embeddings, (length, width); empty where nothing is.
Matrix position_vectors(const Transformer& model, Index length);

// Queries or keys turned by `direction` (1 or −1) times their positions' angles, where the model is
// rotary; else as they are. Angles are rounded to float32, which every library gives alike.
Matrix turned(const TransformerShape& shape, Matrix m, Index length, double direction);

}  // namespace attn
