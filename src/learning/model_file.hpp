// How is a trained model kept in a file, and how does it come back?
//
// A .safetensors file with the names of GPT-2's checkpoints: "wte.weight", "wpe.weight",
// "h.0.attn.c_attn.weight" (W_Q, W_K and W_V side by side), …, each (inputs, outputs), but for
// "lm_head.weight", (vocabulary, width). What shapes do not tell stands in its metadata.
#pragma once

#include <string>
#include <vector>

#include "files/safetensors/safetensors.hpp"
#include "learning/transformer.hpp"

namespace attn {

struct SavedModel {
  Transformer model;
  std::vector<std::string> vocabulary;  // the word of each token
  std::string task = {};                // what it was trained on
};

// Throws std::logic_error when there is not a word for each token.
std::string model_bytes(const SavedModel& saved);

// All at once or not at all. Throws Error naming the file.
void save_model(const std::string& path, const SavedModel& saved);

// Whether the file is one of these.
bool holds_own_model(const Safetensors& file);

// To the bit what was saved. Throws Error, one line that begins with the file's name, for shapes
// that do not fit together, before memory is taken for more than the file holds.
SavedModel load_model(const Safetensors& file);
SavedModel load_model(const std::string& path);

// A tensor of the file as a matrix of that shape; (columns,) is a matrix of one row. Throws Error.
Matrix matrix_of(const Safetensors& file, const std::string& name, Index rows, Index columns);

// How many rows and columns the tensor has. Throws Error when it is missing or no matrix.
struct MatrixShape {
  Index rows = 0, columns = 0;
};
MatrixShape matrix_shape(const Safetensors& file, const std::string& name);

// Layers: the first i for which "PREFIXh.i.attn.c_attn.weight" is missing.
Index layers_of(const Safetensors& file, const std::string& prefix = "");

}  // namespace attn
