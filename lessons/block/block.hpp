// The sections of the lesson on transformer blocks, and what they share.
#pragma once

#include <optional>
#include <string>

#include "core/block.hpp"
#include "core/random/generator.hpp"
#include "document/page.hpp"
#include "lessons/shared/input.hpp"

namespace attn::lessons::block {

struct BlockOptions {
  InputOptions input;
  std::optional<std::string> focus = {};
  std::string block_seed = "1";
  Integer blocks = 32, expansion = 4;

  // Nothing turned but the display: what thresholds are claimed of.
  bool usual() const {
    return input.example == kSixWords && !input.text && !input.file && !input.dim &&
           input.seed == "0" && block_seed == "1" && blocks == 32;
  }
};

// A matrix of independent normals, mean 0, standard deviation 1/√height: what keeps a product as
// large as what it is made of.
Matrix draw_weights(Generator& generator, Index height, Index width);

// Where the parameters of a block are, for models as published. Table parameters; claim
// feed-share.
void write_parameters(Page& page, Integer expansion);

// Block upon block, in four arrangements: sizes, differences between words, what gets through.
// Tables sizes, differences and nudges; picture sizes-chart; claim post-norm and, of the example as
// it is, norm-holds, collapse and clean-path.
void write_depth_of_blocks(Page& page, const Matrix& x, Index focus, const BlockOptions& options,
                           Generator& generator);

}  // namespace attn::lessons::block
