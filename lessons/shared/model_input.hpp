// The reader's own sentence in a head of a trained model: --model, --layer, --head.
#pragma once

#include <optional>
#include <string>

#include "files/sentence.hpp"
#include "lessons/lesson.hpp"

namespace attn {

struct ModelOptions {
  std::optional<std::string> file = {};
  std::optional<Integer> layer = {}, head = {};  // the first of each unless given

  bool given() const { return file || layer || head; }
};

void declare_model(Knobs& knobs, ModelOptions& options);

// The text's tokens as the model cuts it, what goes into that layer's attention after its norm, and
// the head's projections (HeadInput). A token's leading space is left out of its name. `file` is
// one that attn saved, or has GPT-2's layout, with vocab.json, merges.txt and, unless heads are 64
// wide, config.json beside it. Throws Error that names the option: for a word that the model does
// not know, a text too long for it, and a layer or head that it does not have.
Sentence read_model_sentence(const ModelOptions& options, const std::string& text);

}  // namespace attn
