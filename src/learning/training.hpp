// The loop: draw examples, run forward, run back, take a step.
#pragma once

#include <functional>
#include <vector>

#include "core/gradients/adam.hpp"
#include "learning/tasks.hpp"
#include "learning/transformer.hpp"

namespace attn {

struct TrainingOptions {
  Index steps = 500, batch = 32;
  AdamOptions adam = {.rate = 5e-3, .momentum = 0.9, .memory = 0.98};
};

// Loss and the share of right answers, over the tokens that are asked.
struct Score {
  double loss = 0.0, accuracy = 0.0;
};
Score score(const Transformer& model, const Examples& examples,
            std::optional<HeadPlace> left_out = {});

// One step on one batch; the loss before it.
double train_step(Transformer& model, Adam& adam, const Examples& batch, double factor = 1.0);

// `draw` gives each step its batch. `watch` is shown how many steps are done, the loss of the last
// one and the model; it ends the training by returning false. The rate rises over the first
// twentieth of the steps and then falls along a cosine to a tenth.
void train(Transformer& model, const TrainingOptions& options,
           const std::function<Examples()>& draw,
           const std::function<bool(Index done, double loss, const Transformer&)>& watch);

}  // namespace attn
