#include "lessons/shared/steps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/mask.hpp"
#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

// Products of finite numbers may still overflow.
void check_finite(const Matrix& m, const char* name) {
  if (!std::ranges::all_of(m, [](double x) { return std::isfinite(x); })) {
    throw Error("the {} overflow double precision; use smaller embeddings or a smaller --scale",
                name);
  }
}

}  // namespace

void declare_steps(Knobs& knobs, StepsOptions& options) {
  declare_input(knobs, options.input);
  knobs.flag("--causal", options.causal, "Hide from each word the words that come after it");
  knobs.real("--scale", options.scale, -1e6, 1e6, "Multiply scores by this instead of 1/√d_k");
  knobs.text("--focus", options.focus, "WORD", "The word (or its index, from 0) to follow in full");
}

void say_drawn(Page& page, const InputOptions& input) {
  if (input.model.file) {
    page.say(
        "The numbers are a trained model's. An embedding here is what goes into the attention of "
        "layer {}, after its norm, and W_Q, W_K and W_V are those of its head {}, both counted "
        "from 0. Where the model has biases, the last component of each embedding is 1, and the "
        "last row of each projection holds them.",
        input.model.layer.value_or(0), input.model.head.value_or(0));
  }
  if (!drawn(input)) return;
  page.say(
      "The numbers are random stand-ins from NumPy's default_rng({}): embeddings of standard "
      "deviation 1, then W_Q, W_K and W_V, each {} × such draws. Nothing is trained here: watch "
      "how figures come about, not what they say about the words.",
      input.seed, kProjectionDeviation);
}

Steps take_steps(const StepsOptions& options) {
  Steps steps;
  steps.sentence = read_sentence(options.input);
  steps.focus = options.focus ? find_token(steps.sentence, *options.focus)
                              : std::min<Index>(1, steps.count() - 1);
  steps.q = product(steps.sentence.embeddings, steps.sentence.w_q);
  steps.k = product(steps.sentence.embeddings, steps.sentence.w_k);
  steps.v = product(steps.sentence.embeddings, steps.sentence.w_v);
  if (options.causal || (options.as_trained && steps.sentence.causal))
    steps.mask = causal_mask(steps.count());
  steps.a = attention(steps.q, steps.k, steps.v, {options.scale, steps.mask});
  check_finite(steps.a.scores, "scores");
  check_finite(steps.a.scaled, "scaled scores");
  check_finite(steps.v, "values");
  return steps;
}

Attention attention_in_order(const Steps& steps, const std::vector<Index>& order) {
  return attention(rows_in_order(steps.q, order), rows_in_order(steps.k, order),
                   rows_in_order(steps.v, order), {.scale = steps.a.scale});
}

double tolerance_of(const Steps& steps) {
  return kTolerance * std::max(1.0, largest_magnitude(steps.a.scaled)) *
         std::max(1.0, largest_magnitude(steps.v));
}

void add_arrays(Page& page, const Steps& steps) {
  const Labels& words = steps.words();
  page.array(array_of("embeddings", steps.sentence.embeddings, words));
  page.array(array_of("w_q", steps.sentence.w_q));
  page.array(array_of("w_k", steps.sentence.w_k));
  page.array(array_of("w_v", steps.sentence.w_v));
  add_attention_arrays(page, steps);
}

void add_attention_arrays(Page& page, const Steps& steps) {
  const Labels& words = steps.words();
  page.array(array_of("q", steps.q, words));
  page.array(array_of("k", steps.k, words));
  page.array(array_of("v", steps.v, words));
  page.array(array_of("scores", steps.a.scores, words, words));
  page.array(array_of("scaled", steps.a.scaled, words, words));
  const Mask nothing_hidden = xt::zeros<bool>({steps.count(), steps.count()});
  page.array(array_of("mask", steps.mask.value_or(nothing_hidden), words, words));
  page.array(array_of("weights", steps.a.weights, words, words));
  page.array(array_of("output", steps.a.output, words));
}

}  // namespace attn
