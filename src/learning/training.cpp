#include "learning/training.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn {

namespace {

double rate_factor(Index step, Index steps) {
  const double rise = std::max(1.0, static_cast<double>(steps) / 20.0);
  const double at = static_cast<double>(step + 1);
  if (at <= rise) return at / rise;
  const double done = (at - rise) / std::max(1.0, static_cast<double>(steps) - rise);
  // A parabola in place of the cosine: the same bits on every machine.
  return 0.1 + 0.9 * (1.0 - done * done);
}

}  // namespace

Score score(const Transformer& model, const Examples& examples, std::optional<HeadPlace> left_out) {
  const Pass pass = forward(model, examples.tokens, examples.length, left_out);
  Score result{cross_entropy(pass.logits, examples.targets).loss, 0.0};
  double asked = 0.0, right = 0.0;
  for (Index t = 0; t < examples.targets.size(); ++t) {
    if (examples.targets[t] == kNoTarget) continue;
    const auto logits = row(pass.logits, t);
    asked += 1.0;
    if (std::ranges::max_element(logits) - logits.begin() ==
        static_cast<std::ptrdiff_t>(examples.targets[t])) {
      right += 1.0;
    }
  }
  result.accuracy = asked == 0.0 ? 0.0 : right / asked;
  return result;
}

double train_step(Transformer& model, Adam& adam, const Examples& batch, double factor) {
  const Pass pass = forward(model, batch.tokens, batch.length);
  const CrossEntropy asked = cross_entropy(pass.logits, batch.targets);
  Transformer d = backward(model, pass, batch.tokens, asked.d_logits);
  std::vector<Matrix*> weights;
  std::vector<Matrix> gradients;
  for (const NamedWeight& named : weights_of(model)) weights.push_back(named.weight);
  for (const NamedWeight& named : weights_of(d)) gradients.push_back(std::move(*named.weight));
  adam.step(weights, gradients, factor);
  return asked.loss;
}

void train(Transformer& model, const TrainingOptions& options,
           const std::function<Examples()>& draw,
           const std::function<bool(Index done, double loss, const Transformer&)>& watch) {
  Adam adam(options.adam);
  for (Index step = 0; step < options.steps; ++step) {
    const double loss = train_step(model, adam, draw(), rate_factor(step, options.steps));
    if (!watch(step + 1, loss, model)) return;
  }
}

}  // namespace attn
