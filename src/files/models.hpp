// Which models' shapes are known? Published ones, each with its source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/costs/cost.hpp"

namespace attn {

struct Model {
  std::string name;      // "llama-3-8b"
  AttentionShape shape;  // batch 1, float32
  Integer d_model = 0;   // not always heads × head_dim
  Integer context = 0;   // tokens that the model was published for
  std::string source;    // a paper or a repository, "arXiv 2407.21783"
  std::string place;     // where in it: "table 3"
};

// The models of a CSV file with the columns of data/models.csv, in its order.
// Throws Error naming the line and what is wrong with it.
std::vector<Model> read_models(std::string_view csv);

// The models that the program carries.
std::vector<Model> known_models();

// The one of that name; throws Error naming the nearest, and all there are.
Model model_named(const std::vector<Model>& models, std::string_view name);

}  // namespace attn
